import type { PlannedGraph } from '../plan';

/**
 * The tasks that a task of a graph depends on, by the length of the shortest path. The graph is searched only as far as
 * callers ask.
 */
export class Ancestors {
  readonly #needs: Needs;
  /** Depth by position; 0: not found as an ancestor so far. */
  readonly #depths: Int32Array;
  /** Positions in the order of their depth, and where each depth begins. The first is the task itself. */
  readonly #found: number[];
  readonly #starts = [0, 1];
  #isWhole = false;

  constructor(graph: PlannedGraph, index: number) {
    this.#needs = getNeeds(graph);
    this.#depths = new Int32Array(graph.tasks.length);
    this.#found = [index];
  }

  /**
   * Positions of the ancestors at a depth, from 1: direct dependencies, then theirs. Empty: there are none this far up.
   */
  level(depth: number): readonly number[] {
    let isMore = true;
    while (isMore && this.#starts.length <= depth + 1) isMore = this.#climb();
    return this.#found.slice(this.#starts[depth] ?? this.#found.length, this.#starts[depth + 1] ?? this.#found.length);
  }

  /** The depth of a task; 0: it is no ancestor. */
  depthOf(index: number): number {
    let isMore = !this.#isWhole;
    while (isMore && this.#depths[index] === 0) isMore = this.#climb();
    return this.#depths[index] ?? 0;
  }

  /** Positions of all ancestors, the nearest first. */
  all(): readonly number[] {
    let isMore = !this.#isWhole;
    while (isMore) isMore = this.#climb();
    return this.#found.slice(1);
  }

  /** Searches one level further up. Returns whether it found any. */
  #climb(): boolean {
    const { starts, all } = this.#needs;
    const end = this.#found.length;
    const depth = this.#starts.length - 1;
    for (let position = this.#starts[depth - 1] ?? end; position < end; position++) {
      const index = this.#found[position] as number;
      const last = starts[index + 1] as number;
      for (let next = starts[index] as number; next < last; next++) {
        const need = all[next] as number;
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

/**
 * The dependencies of all tasks of a graph: those of the task at `i` are in `all`, from `starts[i]` to before `starts[i
 * + 1]`.
 */
interface Needs {
  readonly starts: Int32Array;
  readonly all: Int32Array;
}

/**
 * Built once per graph, because reading `needs` from the plan for every one of ten thousand tasks is slow: they lie far
 * apart in memory.
 */
const needsByTasks = new WeakMap<PlannedGraph['tasks'], Needs>();

function getNeeds({ tasks }: PlannedGraph): Needs {
  const known = needsByTasks.get(tasks);
  if (known !== undefined) return known;
  const starts = new Int32Array(tasks.length + 1);
  for (const [index, { needs }] of tasks.entries()) starts[index + 1] = (starts[index] as number) + needs.length;
  const found = { starts, all: Int32Array.from(tasks.flatMap(({ needs }) => needs)) };
  needsByTasks.set(tasks, found);
  return found;
}
