import type { PlannedGraph, PlannedTask } from '../plan';

/** An output of a task that has ended, as far as a choice looks at it. */
export interface EarlierOutput {
  readonly id: string;
  /** Position of its task in the graph; -1: it lies in a scope further out. */
  readonly index: number;
  /** The named agent of its task, if it has one. */
  readonly agent?: string;
  /** ms since 1970. */
  readonly endedAt: number;
  /** Greater than that of all that ended before it. */
  readonly order: number;
  /** As templates see it. */
  readonly text: string;
  /** Of the text, in UTF-8. */
  readonly bytes: number;
  /** Whether the text is a view of something longer. */
  readonly truncated: boolean;
}

/**
 * The outputs that tasks beside one another have left, found by what makes them relevant: by position, by agent, by
 * age. Adding one costs the same however many there are. What is pruned is no candidate any more, but can still be
 * looked up.
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

  /** How many are candidates. */
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

  /** The candidate that a task of the graph left. */
  at(index: number): Output | undefined {
    return this.#live[index];
  }

  /** What a task of the graph left and what is no candidate any more. */
  prunedAt(index: number): Output | undefined {
    return this.#pruned.get(index);
  }

  /** What the task of a name left, pruned or not. */
  named(id: string): Output | undefined {
    const index = this.positionOf(id) ?? -1;
    return this.at(index) ?? this.prunedAt(index);
  }

  /** The position of a task; undefined: there is none of this name in the graph. */
  positionOf(id: string): number | undefined {
    this.#positions ??= new Map(this.graph.tasks.map((task, index) => [task.id, index]));
    return this.#positions.get(id);
  }

  /** All candidates, as far as `isWanted` by their position. */
  newestFirst(isWanted: (index: number) => boolean = () => true): Iterable<Output> {
    return this.#byAge.newestFirst((output) => this.#live[output.index] === output && isWanted(output.index));
  }

  /** The order of the `count`th newest of all candidates; -Infinity if there are fewer. Costs as much as `count`. */
  orderOfNewest(count: number): number {
    return this.#byAge.orderOfNewest(count, (output) => this.#live[output.index] === output);
  }

  /** The candidates whose task has this agent, likewise. */
  ofAgent(agent: string, isWanted: (index: number) => boolean): Iterable<Output> {
    const outputs = this.#byAgent.get(agent);
    return outputs?.newestFirst((output) => this.#live[output.index] === output && isWanted(output.index)) ?? [];
  }
}

/** The named agent of a task. */
export function agentNameOf(task: PlannedTask): string | undefined {
  return 'agent' in task ? task.agent : undefined;
}

/** Outputs by age. Those that have been removed are removed in bulk. */
class Aged<Output extends EarlierOutput> {
  #outputs: Output[];
  #gone = 0;

  constructor(...outputs: Output[]) {
    this.#outputs = outputs;
  }

  /** Mostly the newest of all; of a run that is resumed they come in another order. */
  add(output: Output): void {
    let place = this.#outputs.length;
    while (place > 0 && (this.#outputs[place - 1] as Output).order > output.order) place -= 1;
    if (place === this.#outputs.length) this.#outputs.push(output);
    else this.#outputs.splice(place, 0, output);
  }

  removed(isLive: (output: Output) => boolean): void {
    this.#gone += 1;
    if (this.#gone * 2 <= this.#outputs.length) return;
    this.#outputs = this.#outputs.filter(isLive);
    this.#gone = 0;
  }

  /** Asked at the end of every task: without a generator. */
  orderOfNewest(count: number, isLive: (output: Output) => boolean): number {
    let left = count;
    for (let place = this.#outputs.length - 1; place >= 0; place--) {
      const output = this.#outputs[place] as Output;
      if (!isLive(output)) continue;
      left -= 1;
      if (left === 0) return output.order;
    }
    return Number.NEGATIVE_INFINITY;
  }

  *newestFirst(isWanted: (output: Output) => boolean): Generator<Output> {
    for (let place = this.#outputs.length - 1; place >= 0; place--) {
      const output = this.#outputs[place] as Output;
      if (isWanted(output)) yield output;
    }
  }
}
