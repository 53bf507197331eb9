import type { GraphShape } from '../graph-shape';

/** In which order the nodes of a graph run, and which of them have run whenever another does. */
export class NodeOrder {
  readonly #places = new Map<string, number>();
  /** The nearest node without which a node does not run. */
  readonly #nearest = new Map<string, string | undefined>();

  /** `beginsAlone`: whether a node can begin although nothing before it has run. */
  constructor(ids: readonly string[], shape: GraphShape, beginsAlone: (id: string) => boolean) {
    const waits = new Map(ids.map((id) => [id, shape.listEdgesInto(id).length]));
    const ready = ids.filter((id) => waits.get(id) === 0);
    for (let id = ready.shift(); id !== undefined; id = ready.shift()) {
      this.#places.set(id, this.#places.size);
      const before = shape.listEdgesInto(id).map(({ from }) => from);
      this.#nearest.set(id, beginsAlone(id) ? undefined : this.#findCommon(before));
      for (const { to } of shape.listEdgesOutOf(id)) {
        const left = (waits.get(to) ?? 1) - 1;
        waits.set(to, left);
        if (left === 0) ready.push(to);
      }
    }
  }

  /** The nearest node that is on every way to some. */
  #findCommon(ids: readonly string[]): string | undefined {
    let common: string | undefined = ids[0];
    for (const id of ids.slice(1)) {
      let other: string | undefined = id;
      while (common !== other && common !== undefined && other !== undefined) {
        if (this.place(common) > this.place(other)) common = this.#nearest.get(common);
        else other = this.#nearest.get(other);
      }
      if (common !== other) return undefined;
    }
    return common;
  }

  place(id: string): number {
    return this.#places.get(id) ?? 0;
  }

  /** Whether a node has run whenever another of the same container does. */
  isSure(earlier: string, later: string): boolean {
    let at: string | undefined = later;
    while (at !== undefined && this.place(at) > this.place(earlier)) at = this.#nearest.get(at);
    return at === earlier && at !== later;
  }
}
