import type { TaskPath } from '@/workflow/place';
import type { JournalPath } from './path';

/**
 * Most entries that are kept of a place. A pipeline of millions of steps is not held in memory: views page the rest
 * from the log.
 */
export const keptOfPlace = 1000;

/** Lists up to this long are looked through: to know the positions in them costs more than to look. */
const fewEntries = 8;

/** How far a list may grow over {@link keptOfPlace} before it is cut, so that it is not cut at each entry. */
const slack = 200;

/**
 * Lists by place while a batch is folded: the map is copied at the first write, a list at the first write to it, so
 * that a batch costs one copy for each place that it touches, however many events it has.
 */
export class PlaceLists<T> {
  #lists: ReadonlyMap<TaskPath, readonly T[]>;
  readonly #written = new Map<TaskPath, T[]>();

  constructor(lists: ReadonlyMap<TaskPath, readonly T[]>) {
    this.#lists = lists;
  }

  /** The list of a place as it stands. */
  of(place: TaskPath): readonly T[] {
    return this.#written.get(place) ?? this.#lists.get(place) ?? [];
  }

  add(place: TaskPath, entry: T): void {
    this.written(place).push(entry);
  }

  /** Places that were written to. */
  touched(): IterableIterator<TaskPath> {
    return this.#written.keys();
  }

  /** The lists after the batch; the same object if nothing was written. */
  close(): ReadonlyMap<TaskPath, readonly T[]> {
    if (this.#written.size === 0) return this.#lists;
    const closed = new Map(this.#lists);
    for (const [place, list] of this.#written) {
      closed.set(place, list.length > keptOfPlace + slack ? list.slice(-keptOfPlace) : list);
    }
    return closed;
  }

  protected written(place: TaskPath): T[] {
    const own = this.#written.get(place);
    if (own !== undefined) return own;
    const copy = [...(this.#lists.get(place) ?? [])];
    this.#written.set(place, copy);
    return copy;
  }
}

/** Lists of entries that are found, and replaced, by their path. */
export class PathLists<T extends { readonly path: JournalPath }> extends PlaceLists<T> {
  /** Positions by path, made at the first look into a list that is not short. */
  readonly #positions = new Map<TaskPath, Map<JournalPath, number>>();

  find(place: TaskPath, path: JournalPath): T | undefined {
    const list = this.of(place);
    return list[this.#positionIn(list, place, path)];
  }

  /** Takes the place of the entry of the same path, if there is one. */
  override add(place: TaskPath, entry: T): void {
    const list = this.written(place);
    const found = this.#positionIn(list, place, entry.path);
    const position = found < 0 ? list.length : found;
    list[position] = entry;
    this.#positions.get(place)?.set(entry.path, position);
  }

  /** -1: it is not there. */
  #positionIn(list: readonly T[], place: TaskPath, path: JournalPath): number {
    if (list.length <= fewEntries) return list.findIndex((entry) => entry.path === path);
    let positions = this.#positions.get(place);
    if (positions === undefined) {
      positions = new Map(list.map((entry, position) => [entry.path, position]));
      this.#positions.set(place, positions);
    }
    return positions.get(path) ?? -1;
  }
}
