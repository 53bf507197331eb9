import type { TaskPath } from '@/workflow/task-path';
import type { JournalPath } from './journal-path';

/**
 * The most entries that are kept of a place. A pipeline of millions of steps is not held in memory: views page the rest
 * from the log.
 */
export const keptPerTask = 1000;

/** Lists up to this long are looked through: to know the positions in them costs more than to look. */
const fewEntries = 8;

/** How far a list may grow over {@link keptPerTask} before it is cut, so that it is not cut at each entry. */
const slack = 200;

/**
 * Lists by place while a batch is folded: the map is copied at the first write, a list at the first write to it, so
 * that a batch costs one copy for each place that it touches, however many events it has.
 */
export class ListsByTask<T> {
  #lists: ReadonlyMap<TaskPath, readonly T[]>;
  readonly #written = new Map<TaskPath, T[]>();

  constructor(lists: ReadonlyMap<TaskPath, readonly T[]>) {
    this.#lists = lists;
  }

  /** The list of a place as it is. */
  of(taskPath: TaskPath): readonly T[] {
    return this.#written.get(taskPath) ?? this.#lists.get(taskPath) ?? [];
  }

  add(taskPath: TaskPath, entry: T): void {
    this.written(taskPath).push(entry);
  }

  /** Places that were written to. */
  touched(): IterableIterator<TaskPath> {
    return this.#written.keys();
  }

  /** The lists after the batch; the same object if nothing was written. */
  close(): ReadonlyMap<TaskPath, readonly T[]> {
    if (this.#written.size === 0) return this.#lists;
    const closed = new Map(this.#lists);
    for (const [taskPath, list] of this.#written) {
      closed.set(taskPath, list.length > keptPerTask + slack ? list.slice(-keptPerTask) : list);
    }
    return closed;
  }

  protected written(taskPath: TaskPath): T[] {
    const own = this.#written.get(taskPath);
    if (own !== undefined) return own;
    const copy = [...(this.#lists.get(taskPath) ?? [])];
    this.#written.set(taskPath, copy);
    return copy;
  }
}

/** Lists of entries that are found, and replaced, by their path. */
export class PathLists<T extends { readonly path: JournalPath }> extends ListsByTask<T> {
  /** Positions by path, made at the first look into a list that is not short. */
  readonly #positions = new Map<TaskPath, Map<JournalPath, number>>();

  find(taskPath: TaskPath, path: JournalPath): T | undefined {
    const list = this.of(taskPath);
    return list[this.#positionIn(list, taskPath, path)];
  }

  /** Takes the place of the entry of the same path, if there is one. */
  override add(taskPath: TaskPath, entry: T): void {
    const list = this.written(taskPath);
    const found = this.#positionIn(list, taskPath, entry.path);
    const position = found < 0 ? list.length : found;
    list[position] = entry;
    this.#positions.get(taskPath)?.set(entry.path, position);
  }

  /** -1: it is not there. */
  #positionIn(list: readonly T[], taskPath: TaskPath, path: JournalPath): number {
    if (list.length <= fewEntries) return list.findIndex((entry) => entry.path === path);
    let positions = this.#positions.get(taskPath);
    if (positions === undefined) {
      positions = new Map(list.map((entry, position) => [entry.path, position]));
      this.#positions.set(taskPath, positions);
    }
    return positions.get(path) ?? -1;
  }
}
