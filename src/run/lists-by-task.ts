import type { TaskPath } from '@/workflow/task-path';
import type { JournalPath } from './journal-path';

/**
 * The most entries kept in memory for each task: a pipeline may have millions of steps. Views page older entries from
 * the log.
 */
export const keptPerTask = 1000;

/** Lists up to this length are searched linearly: an index of them would cost more. */
const longestLinearSearch = 8;

/** How far a list may grow beyond {@link keptPerTask} before it is cut, so that not every new entry cuts it. */
const slack = 200;

/**
 * Lists by task path, open for writing while a batch is folded. The map is copied at the first write, and each list at
 * its first write, so a batch costs one copy for each task that it touches, however many events it has.
 */
export class ListsByTask<T> {
  #lists: ReadonlyMap<TaskPath, readonly T[]>;
  readonly #written = new Map<TaskPath, T[]>();

  constructor(lists: ReadonlyMap<TaskPath, readonly T[]>) {
    this.#lists = lists;
  }

  /** The current list of a task. */
  of(taskPath: TaskPath): readonly T[] {
    return this.#written.get(taskPath) ?? this.#lists.get(taskPath) ?? [];
  }

  add(taskPath: TaskPath, entry: T): void {
    this.written(taskPath).push(entry);
  }

  /** Task paths that were written to. */
  touched(): IterableIterator<TaskPath> {
    return this.#written.keys();
  }

  /** The lists after the batch; the original map if nothing was written. */
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

/** Lists in which entries are found and replaced by their journal path. */
export class PathLists<T extends { readonly path: JournalPath }> extends ListsByTask<T> {
  /** Positions by journal path, built at the first search of a list that is not short. */
  readonly #positions = new Map<TaskPath, Map<JournalPath, number>>();

  find(taskPath: TaskPath, path: JournalPath): T | undefined {
    const list = this.of(taskPath);
    return list[this.#positionIn(list, taskPath, path)];
  }

  /** Replaces the entry of the same path, or appends if there is none. */
  override add(taskPath: TaskPath, entry: T): void {
    const list = this.written(taskPath);
    const found = this.#positionIn(list, taskPath, entry.path);
    const position = found < 0 ? list.length : found;
    list[position] = entry;
    this.#positions.get(taskPath)?.set(entry.path, position);
  }

  /** -1: not found. */
  #positionIn(list: readonly T[], taskPath: TaskPath, path: JournalPath): number {
    if (list.length <= longestLinearSearch) return list.findIndex((entry) => entry.path === path);
    let positions = this.#positions.get(taskPath);
    if (positions === undefined) {
      positions = new Map(list.map((entry, position) => [entry.path, position]));
      this.#positions.set(taskPath, positions);
    }
    return positions.get(path) ?? -1;
  }
}
