import type { PlannedGraph } from '../plan';

/** What a task of a graph depends on, by the length of the shortest way there. Followed upward as far as is asked for. */
export class Ancestors {
  readonly #graph: PlannedGraph;
  /** Depth by position; 0: not known to be one. */
  readonly #depths: Int32Array;
  /** Positions in the order of their depth, and where each depth begins. The first is the task itself. */
  readonly #found: number[];
  readonly #starts = [0, 1];
  #isWhole = false;

  constructor(graph: PlannedGraph, index: number) {
    this.#graph = graph;
    this.#depths = new Int32Array(graph.tasks.length);
    this.#found = [index];
  }

  /** Positions of those at a depth from 1: direct dependencies, then theirs. Empty: there is nothing further up. */
  level(depth: number): readonly number[] {
    let isMore = true;
    while (isMore && this.#starts.length <= depth + 1) isMore = this.#climb();
    return this.#found.slice(this.#starts[depth] ?? this.#found.length, this.#starts[depth + 1] ?? this.#found.length);
  }

  /** The depth of a task; 0: it is none of them. */
  depthOf(index: number): number {
    let isMore = !this.#isWhole;
    while (isMore && this.#depths[index] === 0) isMore = this.#climb();
    return this.#depths[index] ?? 0;
  }

  /** Goes one level up; whether there was anything. */
  #climb(): boolean {
    const { tasks } = this.#graph;
    const end = this.#found.length;
    const depth = this.#starts.length - 1;
    for (let place = this.#starts[depth - 1] ?? end; place < end; place++) {
      for (const need of tasks[this.#found[place] ?? -1]?.needs ?? []) {
        if (this.#depths[need] !== 0) continue;
        this.#depths[need] = depth;
        this.#found.push(need);
      }
    }
    this.#isWhole = this.#found.length === end;
    if (this.#isWhole) return false;
    this.#starts.push(this.#found.length);
    return true;
  }
}
