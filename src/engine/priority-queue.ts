/** A binary heap: the item of the lowest rank comes out first. O(log n) in and out. Ranks should not be equal. */
export class PriorityQueue<T> {
  readonly #heap: { readonly rank: number; readonly item: T }[] = [];

  push(rank: number, item: T): void {
    const heap = this.#heap;
    let hole = heap.length;
    const entry = { rank, item };
    heap.push(entry);
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || above.rank <= rank) break;
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
      const child = right !== undefined && left !== undefined && right.rank < left.rank ? 2 * hole + 2 : 2 * hole + 1;
      const below = heap[child];
      if (below === undefined || below.rank >= last.rank) break;
      heap[hole] = below;
      hole = child;
    }
    heap[hole] = last;
    return first.item;
  }
}
