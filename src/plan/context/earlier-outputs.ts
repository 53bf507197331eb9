import type { PlannedGraph, PlannedTask } from '../plan';

/** The part of an ended task's output that a choice of context needs. */
export interface EarlierOutput {
  readonly id: string;
  /** Position of its task in the graph; -1: its task is in an outer scope. */
  readonly index: number;
  /** The named agent of its task, if it has one. */
  readonly agent?: string;
  /** ms since 1970. */
  readonly endedAt: number;
  /** Greater than that of every output that ended earlier. */
  readonly order: number;
  /** The output as templates see it. */
  readonly text: string;
  /** UTF-8 bytes of the text. */
  readonly bytes: number;
  /** Whether the text is a view of a longer output. */
  readonly truncated: boolean;
}

/**
 * The outputs of sibling tasks, indexed by what makes them relevant: position, agent, age. Adding one costs the same
 * however many there are. A pruned output is no longer a candidate, but can still be looked up.
 */
export class EarlierOutputs<Output extends EarlierOutput = EarlierOutput> {
  readonly graph: PlannedGraph;
  readonly #live: (Output | undefined)[] = [];
  readonly #pruned = new Map<number, Output>();
  readonly #byAge = new Aged<Output>();
  readonly #byAgent = new Map<string, Aged<Output>>();
  #positions: Map<string, number> | undefined;
  #size = 0;

  constructor(graph: PlannedGraph) {
    this.graph = graph;
  }

  /** Number of candidates. */
  get size(): number {
    return this.#size;
  }

  add(output: Output): void {
    this.#live[output.index] = output;
    this.#size += 1;
    this.#byAge.add(output);
    if (output.agent === undefined) return;
    const others = this.#byAgent.get(output.agent);
    if (others !== undefined) others.add(output);
    else this.#byAgent.set(output.agent, new Aged(output));
  }

  prune(output: Output): void {
    if (this.#live[output.index] !== output) return;
    this.#live[output.index] = undefined;
    this.#pruned.set(output.index, output);
    this.#size -= 1;
    const isLive = (one: Output) => this.#live[one.index] === one;
    this.#byAge.removed(isLive);
    if (output.agent !== undefined) this.#byAgent.get(output.agent)?.removed(isLive);
  }

  /** The candidate of the task at a position. */
  at(index: number): Output | undefined {
    return this.#live[index];
  }

  /** The pruned output of the task at a position. */
  prunedAt(index: number): Output | undefined {
    return this.#pruned.get(index);
  }

  /** The output of the task with this id, pruned or not. */
  named(id: string): Output | undefined {
    const index = this.positionOf(id) ?? -1;
    return this.at(index) ?? this.prunedAt(index);
  }

  /** The position of a task; undefined: the graph has no task with this id. */
  positionOf(id: string): number | undefined {
    this.#positions ??= new Map(this.graph.tasks.map((task, index) => [task.id, index]));
    return this.#positions.get(id);
  }

  /** The candidates whose position `isWanted` accepts, newest first. */
  newestFirst(isWanted: (index: number) => boolean = () => true): Iterable<Output> {
    return this.#byAge.newestFirst((output) => this.#live[output.index] === output && isWanted(output.index));
  }

  /**
   * The `order` of the `count`th newest candidate; -Infinity if there are fewer. Takes time proportional to `count`.
   */
  orderOfNewest(count: number): number {
    return this.#byAge.orderOfNewest(count, (output) => this.#live[output.index] === output);
  }

  /** The same for candidates whose task has this agent. */
  ofAgent(agent: string, isWanted: (index: number) => boolean): Iterable<Output> {
    const outputs = this.#byAgent.get(agent);
    return outputs?.newestFirst((output) => this.#live[output.index] === output && isWanted(output.index)) ?? [];
  }
}

/** The named agent of a task. */
export function findAgentName(task: PlannedTask): string | undefined {
  return 'agent' in task ? task.agent : undefined;
}

/** Outputs by age. Removed ones are deleted in bulk. */
class Aged<Output extends EarlierOutput> {
  #outputs: Output[];
  #gone = 0;

  constructor(...outputs: Output[]) {
    this.#outputs = outputs;
  }

  /** Usually appends, because the output is the newest; in a resumed run outputs come in another order. */
  add(output: Output): void {
    let position = this.#outputs.length;
    while (position > 0 && (this.#outputs[position - 1] as Output).order > output.order) position -= 1;
    if (position === this.#outputs.length) this.#outputs.push(output);
    else this.#outputs.splice(position, 0, output);
  }

  removed(isLive: (output: Output) => boolean): void {
    this.#gone += 1;
    if (this.#gone * 2 <= this.#outputs.length) return;
    this.#outputs = this.#outputs.filter(isLive);
    this.#gone = 0;
  }

  /** Runs at the end of every task, so it avoids a generator. */
  orderOfNewest(count: number, isLive: (output: Output) => boolean): number {
    let left = count;
    for (let position = this.#outputs.length - 1; position >= 0; position--) {
      const output = this.#outputs[position] as Output;
      if (!isLive(output)) continue;
      left -= 1;
      if (left === 0) return output.order;
    }
    return Number.NEGATIVE_INFINITY;
  }

  *newestFirst(isWanted: (output: Output) => boolean): Generator<Output> {
    for (let position = this.#outputs.length - 1; position >= 0; position--) {
      const output = this.#outputs[position] as Output;
      if (isWanted(output)) yield output;
    }
  }
}
