import type { PlannedGraph } from '../plan';

/** What a task of a graph depends on, by the length of the shortest way there. Followed upward as far as is asked for. */
export class Ancestors {
  readonly #graph: PlannedGraph;
  /** Depth by position; 0: not known to be one. */
  readonly #depths: Int32Array;
  readonly #levels: (readonly number[])[];

  constructor(graph: PlannedGraph, index: number) {
    this.#graph = graph;
    this.#depths = new Int32Array(graph.tasks.length);
    this.#levels = [[index]];
  }

  /** Positions of those at a depth from 1: direct dependencies, then theirs. Empty: there is nothing further up. */
  level(depth: number): readonly number[] {
    while (this.#levels.length <= depth) {
      const below = this.#levels.at(-1) ?? [];
      if (below.length === 0) return [];
      this.#levels.push(this.#above(below, this.#levels.length));
    }
    return this.#levels[depth] ?? [];
  }

  /** The depth of a task; 0: it is none of them. */
  depthOf(index: number): number {
    const known = this.#depths[index] ?? 0;
    if (known > 0) return known;
    for (let depth = this.#levels.length; this.level(depth).length > 0; depth++) {
      const found = this.#depths[index] ?? 0;
      if (found > 0) return found;
    }
    return 0;
  }

  #above(below: readonly number[], depth: number): readonly number[] {
    const found: number[] = [];
    for (const index of below) {
      for (const need of this.#graph.tasks[index]?.needs ?? []) {
        if (this.#depths[need] !== 0) continue;
        this.#depths[need] = depth;
        found.push(need);
      }
    }
    return found;
  }
}
