import type { PlannedTask } from '@/plan/plan';
import { instanceOf, type JournalPath, stepsOf } from '@/run/journal-path';
import type { RunHistory } from '../log/run-history';
import { enclosingPaths, type RangeEnd, rangeOf, type TaskRange } from './task-range';

/** A task where it runs. */
interface Placed {
  readonly task: PlannedTask;
  readonly path: JournalPath;
  /** The path that its own is put to. */
  readonly framePath: JournalPath;
}

/** Places that see nothing of what is around them: definitions of the library, subtasks of models. */
const borders: ReadonlySet<string> = new Set(['call', 'tool']);

/** What the tasks of a run left in its history, and which of them stand before one that is to run. */
export class TaskRanges {
  readonly #placed = new Map<JournalPath, Placed>();
  /** By the path around them and their position among each other. */
  readonly #siblings = new Map<string, Placed>();
  readonly #ranges = new Map<JournalPath, TaskRange>();
  /** Tasks within which something left a range. */
  readonly #holders = new Set<JournalPath>();

  /**
   * Starts with what an earlier process of the run left; `orderOf` tells where an event stands among those that
   * completed.
   */
  constructor({ ended }: Pick<RunHistory, 'ended'>, orderOf: (path: JournalPath, seq: number) => number) {
    for (const event of ended.values()) {
      if (event.kind !== 'task.skipped') this.add(event, orderOf(event.path, event.seq));
    }
  }

  /** Says where a task runs, be it that it has run before. */
  place(task: PlannedTask, path: JournalPath, framePath: JournalPath): void {
    const placed = { task, path, framePath };
    this.#placed.set(path, placed);
    this.#siblings.set(siblingKey(framePath, task.index), placed);
  }

  /**
   * Takes in how a task ended, and gives what it left. Nothing: one without a conversation that holds others leaves
   * what they left; of an input and of a subtask of a model the result alone reaches who wanted it, and stands in its
   * messages.
   */
  add(event: RangeEnd, order: number): TaskRange | undefined {
    const range = rangeOf(event, order);
    if (isWithinMessages(range) || (range.transcript === undefined && this.#holders.has(range.path))) return undefined;
    this.#ranges.set(range.path, range);
    for (const container of enclosingPaths(range.path)) this.#holders.add(container);
    return range;
  }

  /** What all left, in the order of completion. */
  all(): readonly TaskRange[] {
    return this.#inOrder(() => true);
  }

  /** What these tasks left, and what is in them. */
  within(paths: ReadonlySet<JournalPath>): readonly TaskRange[] {
    return this.#inOrder(
      ({ path }) => paths.has(path) || [...enclosingPaths(path)].some((container) => paths.has(container)),
    );
  }

  /**
   * The history of a task: what its transitive dependencies and the steps before it left, and those of the tasks that
   * it lies in, in the order of completion. Decided: a definition of the library and a subtask of a model see nothing
   * of what is around them.
   */
  before(task: PlannedTask, framePath: JournalPath): readonly TaskRange[] {
    const found = new Set<JournalPath>();
    let needs = task.needs;
    let around = framePath;
    for (;;) {
      this.#follow(needs, around, found);
      const container = instanceOf(around);
      const known = container === undefined ? undefined : this.#placed.get(container);
      if (known === undefined || stepsOf(around.slice(known.path.length + 1)).some(({ kind }) => borders.has(kind)))
        break;
      needs = known.task.needs;
      around = known.framePath;
    }
    return found.size === 0 ? [] : this.within(found);
  }

  #follow(needs: readonly number[], around: JournalPath, found: Set<JournalPath>): void {
    const left = [...needs];
    for (let index = left.pop(); index !== undefined; index = left.pop()) {
      const sibling = this.#sibling(around, index);
      if (sibling === undefined || found.has(sibling.path)) continue;
      found.add(sibling.path);
      left.push(...sibling.task.needs);
    }
  }

  /** A part that completed in an earlier attempt at its holder was not run again. */
  #sibling(around: JournalPath, index: number): Placed | undefined {
    const [, base = '', number = '', taskPath = ''] = /^(.*\/attempt\/)(\d+)(.*)$/.exec(around) ?? [];
    if (base === '') return this.#siblings.get(siblingKey(around, index));
    for (let attempt = Number(number); attempt >= 1; attempt--) {
      const sibling = this.#siblings.get(siblingKey(`${base}${attempt}${taskPath}`, index));
      if (sibling !== undefined) return sibling;
    }
    return undefined;
  }

  #inOrder(isMeant: (range: TaskRange) => boolean): readonly TaskRange[] {
    const meant = [...this.#ranges.values()].filter((range) => isMeant(range) && !this.#isInConversation(range));
    return meant.sort((one, other) => one.order - other.order);
  }

  /** What a model had done in the course of its task is told by its own messages. */
  #isInConversation({ path }: TaskRange): boolean {
    for (const container of enclosingPaths(path))
      if (this.#ranges.get(container)?.transcript !== undefined) return true;
    return false;
  }
}

function isWithinMessages({ path }: TaskRange): boolean {
  return stepsOf(path).some(({ kind, name }) => kind === 'tool' || (kind === 'task' && name.startsWith('input:')));
}

function siblingKey(framePath: JournalPath, index: number): string {
  return `${framePath}#${index}`;
}
