import type { DocumentPath } from '../diagnostic';
import type { TaskId } from '../names';
import type { TaskRecord } from '../task-record';
import type { Task } from '../tasks';
import { getStepId } from '../tasks/parts';
import { listReturns } from '../tasks/returned';
import { createStepsGraph, type Graph, getGraph, isWaitingFor } from './graph';
import { buildResultShape } from './result-shape';
import { findMisfit, findOnlyTexts, type Misfit, type ValueShape } from './value-shape';

/**
 * Tasks that can name each other: those of a document, those of a group, or the steps of a sequence.
 */
export class Siblings {
  readonly kind: 'graph' | 'steps';
  /** The tasks by id; of steps with the same id the first. */
  readonly tasks: TaskRecord;
  /** The document path of the field that contains them. */
  readonly path: DocumentPath;
  #graph: Graph | undefined;
  #returnedBy: ReadonlyMap<string, readonly TaskId[]> | undefined;
  #circleOf: ReadonlyMap<TaskId, readonly TaskId[]> | undefined;

  constructor(kind: 'graph' | 'steps', tasks: TaskRecord, path: DocumentPath) {
    this.kind = kind;
    this.tasks = tasks;
    this.path = path;
  }

  get graph(): Graph {
    this.#graph ??=
      this.kind === 'graph' ? getGraph(this.tasks) : createStepsGraph(Object.keys(this.tasks) as TaskId[]);
    return this.#graph;
  }

  has(id: string): id is TaskId {
    return Object.hasOwn(this.tasks, id);
  }

  /** The ids, in the author's order. */
  ids(): readonly TaskId[] {
    return this.graph.ids;
  }

  /** The tasks that return a name, in the author's order; undefined: none. */
  returning(name: string): readonly TaskId[] | undefined {
    return this.#returns().get(name);
  }

  /** All returned names. */
  returnedNames(): readonly string[] {
    return [...this.#returns().keys()];
  }

  /** The cycle that a task is in; undefined: none. */
  circle(id: TaskId): readonly TaskId[] | undefined {
    this.#circleOf ??= new Map(this.graph.cycles.flatMap((cycle) => cycle.map((member) => [member, cycle] as const)));
    return this.#circleOf.get(id);
  }

  /** Whether a task waits for another, directly or not. */
  waits(id: TaskId, other: TaskId): boolean {
    return isWaitingFor(this.graph, id, other);
  }

  /** Where a path into the result of a task leads to nothing; see {@link findMisfit}. */
  misfit(id: TaskId, steps: readonly string[], returned: (ref: string) => ValueShape): Misfit | undefined {
    const task = this.tasks[id];
    return task === undefined ? undefined : findMisfit(buildResultShape(task), steps, returned);
  }

  /** The only texts that a path into the result of a task can be; see {@link findOnlyTexts}. */
  onlyTexts(
    id: TaskId,
    steps: readonly string[],
    returned: (ref: string) => ValueShape,
  ): readonly string[] | undefined {
    const task = this.tasks[id];
    return task === undefined ? undefined : findOnlyTexts(buildResultShape(task), steps, returned);
  }

  #returns(): ReadonlyMap<string, readonly TaskId[]> {
    this.#returnedBy ??= indexReturns(this.tasks);
    return this.#returnedBy;
  }
}

/** The siblings in a container; undefined unless it is a group or a sequence. `path`: of the container. */
export function findSiblingsIn(task: Task, path: DocumentPath): Siblings | undefined {
  if (task.type === 'group') return new Siblings('graph', task.subtasks ?? {}, [...path, 'subtasks']);
  if (task.type === 'sequential') return new Siblings('steps', indexSteps(task.steps ?? []), [...path, 'steps']);
  return undefined;
}

function indexSteps(steps: readonly Task[]): TaskRecord {
  const byId: Record<TaskId, Task> = {};
  for (const [index, step] of steps.entries()) {
    const id = getStepId(step, index);
    if (!Object.hasOwn(byId, id)) byId[id] = step;
  }
  return byId;
}

function indexReturns(tasks: TaskRecord): Map<string, TaskId[]> {
  const byName = new Map<string, TaskId[]>();
  for (const [id, task] of Object.entries(tasks) as [TaskId, Task][]) {
    if (task.returns === undefined && task.subtype === undefined) continue;
    for (const name of Object.keys(listReturns(task))) {
      const returning = byName.get(name);
      if (returning === undefined) byName.set(name, [id]);
      else returning.push(id);
    }
  }
  return byName;
}
