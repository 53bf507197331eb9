import type { Place } from '@/workflow/place';
import type { JournalPath } from './path';

/**
 * Most entries that are kept of a place. A pipeline of millions of steps is not held in memory: views page the rest from the log.
 */
export const keptOfPlace = 1000;

/** How far a list may grow over {@link keptOfPlace} before it is cut, so that it is not cut at each entry. */
const slack = 200;

/**
 * Lists by place while a batch is folded: the map is copied at the first write, a list at the first write to it, so that a batch
 * costs one copy for each place that it touches, however many events it has.
 */
export class PlaceLists<T> {
  #lists: ReadonlyMap<Place, readonly T[]>;
  readonly #written = new Map<Place, T[]>();

  constructor(lists: ReadonlyMap<Place, readonly T[]>) {
    this.#lists = lists;
  }

  /** The list of a place as it stands. */
  of(place: Place): readonly T[] {
    return this.#written.get(place) ?? this.#lists.get(place) ?? [];
  }

  add(place: Place, entry: T): void {
    this.written(place).push(entry);
  }

  /** Places that were written to. */
  touched(): IterableIterator<Place> {
    return this.#written.keys();
  }

  /** The lists after the batch; the same object if nothing was written. */
  close(): ReadonlyMap<Place, readonly T[]> {
    if (this.#written.size === 0) return this.#lists;
    const closed = new Map(this.#lists);
    for (const [place, list] of this.#written) {
      closed.set(place, list.length > keptOfPlace + slack ? list.slice(-keptOfPlace) : list);
    }
    return closed;
  }

  protected written(place: Place): T[] {
    const own = this.#written.get(place);
    if (own !== undefined) return own;
    const copy = [...(this.#lists.get(place) ?? [])];
    this.#written.set(place, copy);
    return copy;
  }
}

/** Lists of entries that are found, and replaced, by their path. */
export class PathLists<T extends { readonly path: JournalPath }> extends PlaceLists<T> {
  /** Positions by path, made at the first look into a list. */
  readonly #positions = new Map<Place, Map<JournalPath, number>>();

  find(place: Place, path: JournalPath): T | undefined {
    const position = this.#positionsOf(place).get(path);
    return position === undefined ? undefined : this.of(place)[position];
  }

  /** Takes the place of the entry of the same path, if there is one. */
  override add(place: Place, entry: T): void {
    const positions = this.#positionsOf(place);
    const list = this.written(place);
    const position = positions.get(entry.path) ?? list.length;
    list[position] = entry;
    positions.set(entry.path, position);
  }

  #positionsOf(place: Place): Map<JournalPath, number> {
    const known = this.#positions.get(place);
    if (known !== undefined) return known;
    const positions = new Map(this.of(place).map(({ path }, position) => [path, position]));
    this.#positions.set(place, positions);
    return positions;
  }
}
