import { isSameInOrder } from '@/base/json';
import type { Graph } from '@/workflow/graph/graph';
import type { TaskId } from '@/workflow/names';
import type { TaskRecord } from '@/workflow/task-record';
import type { PlannedTask } from '../plan';
import type { Surroundings } from './surroundings';

/** Sibling tasks as they were resolved the last time. */
interface Resolved {
  readonly tasks: TaskRecord;
  readonly around: Surroundings;
  /** In the order of the graph. */
  readonly planned: readonly PlannedTask[];
  /** The order that the task after the last one, and the tasks in it, would have. */
  readonly endOrder: number;
}

const lastByGraph = new WeakMap<Graph, Resolved>();

/** Sibling tasks that were resolved before, in the same surroundings and with the same dependencies. */
export class ResolvedBefore {
  readonly #graph: Graph;
  readonly #tasks: TaskRecord;
  readonly #around: Surroundings;
  readonly #last: Resolved | undefined;

  constructor(graph: Graph, tasks: TaskRecord, around: Surroundings) {
    this.#graph = graph;
    this.#tasks = tasks;
    this.#around = around;
    const last = lastByGraph.get(graph);
    this.#last = last !== undefined && isSameSurroundings(last.around, around) ? last : undefined;
  }

  /** The task at an index as it was resolved, if it is the same task and as many tasks come before it. */
  take(id: TaskId, index: number): PlannedTask | undefined {
    const { order } = this.#around;
    const planned = this.#last?.planned[index];
    if (planned?.order !== order.next || this.#last?.tasks[id] !== this.#tasks[id]) return undefined;
    order.next = this.#last?.planned[index + 1]?.order ?? this.#last?.endOrder ?? order.next;
    return planned;
  }

  /** Keeps what the tasks became, for the next time. */
  keep(planned: readonly PlannedTask[]): void {
    lastByGraph.set(this.#graph, {
      tasks: this.#tasks,
      around: this.#around,
      planned,
      endOrder: this.#around.order.next,
    });
  }
}

/** Whether a task becomes the same in both. */
function isSameSurroundings(one: Surroundings, other: Surroundings): boolean {
  return isSameInOrder(convertToPlain(one), convertToPlain(other));
}

/** Surroundings without the count of tasks, as plain values. */
function convertToPlain({ order: _order, written, matches, ...rest }: Surroundings): unknown {
  return { ...rest, written: [...written], matches: [...(matches ?? [])] };
}
