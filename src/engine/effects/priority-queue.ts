interface Entry<T> {
  readonly rank: number;
  readonly seq: number;
  readonly item: T;
}

/**
 * A binary heap. The item of the lowest rank comes out first; among equal ranks, the one that was pushed first. `push`
 * and `pop` take O(log n).
 */
export class PriorityQueue<T> {
  readonly #heap: Entry<T>[] = [];
  #seq = 0;

  push(rank: number, item: T): void {
    const heap = this.#heap;
    let hole = heap.length;
    const entry = { rank, seq: this.#seq++, item };
    heap.push(entry);
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(entry, above)) break;
      heap[hole] = above;
      hole = parent;
    }
    heap[hole] = entry;
  }

  pop(): T | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first?.item;
    let hole = 0;
    for (;;) {
      const left = heap[2 * hole + 1];
      const right = heap[2 * hole + 2];
      const child = right !== undefined && left !== undefined && isBefore(right, left) ? 2 * hole + 2 : 2 * hole + 1;
      const below = heap[child];
      if (below === undefined || !isBefore(below, last)) break;
      heap[hole] = below;
      hole = child;
    }
    heap[hole] = last;
    return first.item;
  }
}

function isBefore<T>(one: Entry<T>, other: Entry<T>): boolean {
  return one.rank < other.rank || (one.rank === other.rank && one.seq < other.seq);
}
