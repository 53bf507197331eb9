import type { PlannedTask } from '@/plan/plan';
import { findInstance, type JournalPath, parsePathSteps } from '@/run/journal-path';
import type { EndEvent, RunHistory } from '../log/run-history';
import { buildTaskRange, listEnclosingPaths, type RangeEnd, type TaskRange } from './task-range';

/** A task and where it runs. */
interface Placed {
  readonly task: PlannedTask;
  readonly path: JournalPath;
  /** The path below which its own path lies. */
  readonly framePath: JournalPath;
}

/** Path steps that hide what encloses them: definitions of the library, subtasks of models. */
const borders: ReadonlySet<string> = new Set(['call', 'tool']);

/** What the tasks of a run left in its history, and which of it comes before a given task. */
export class TaskRanges {
  readonly #placed = new Map<JournalPath, Placed>();
  /** By the path that encloses them, and their position in it. */
  readonly #siblings = new Map<string, Placed>();
  readonly #ranges = new Map<JournalPath, TaskRange>();
  /** Tasks that contain a range. */
  readonly #holders = new Set<JournalPath>();

  /** Starts with what an earlier process of the run left. `orderOf` ranks an event among the ends of tasks. */
  constructor({ ended }: Pick<RunHistory, 'ended'>, orderOf: (event: EndEvent) => number) {
    for (const event of ended.values()) {
      if (event.kind !== 'task.skipped') this.add(event, orderOf(event));
    }
  }

  /** Registers where a task runs, even if it has run before. */
  place(task: PlannedTask, path: JournalPath, framePath: JournalPath): void {
    const placed = { task, path, framePath };
    this.#placed.set(path, placed);
    this.#siblings.set(buildSiblingKey(framePath, task.index), placed);
  }

  /**
   * Adds the end of a task. Returns what it left; undefined for two kinds of tasks. A container without a conversation
   * is represented by its parts. An input, or a subtask of a model, passes only its result to its caller, whose
   * messages contain it.
   */
  add(event: RangeEnd, order: number): TaskRange | undefined {
    const range = buildTaskRange(event, order);
    if (isWithinMessages(range) || (range.transcript === undefined && this.#holders.has(range.path))) return undefined;
    this.#ranges.set(range.path, range);
    for (const container of listEnclosingPaths(range.path)) this.#holders.add(container);
    return range;
  }

  /** All ranges, in the order of completion. */
  all(): readonly TaskRange[] {
    return this.#inOrder(() => true);
  }

  /** The ranges of these tasks, and of the tasks inside them. */
  within(paths: ReadonlySet<JournalPath>): readonly TaskRange[] {
    return this.#inOrder(
      ({ path }) => paths.has(path) || [...listEnclosingPaths(path)].some((container) => paths.has(container)),
    );
  }

  /**
   * The history of a task: the ranges of its transitive dependencies and earlier steps, and of those of its containers,
   * in the order of completion. A decision: a definition of the library and a subtask of a model see nothing of what
   * encloses them.
   */
  before(task: PlannedTask, framePath: JournalPath): readonly TaskRange[] {
    const found = new Set<JournalPath>();
    let needs = task.needs;
    let enclosing = framePath;
    for (;;) {
      this.#follow(needs, enclosing, found);
      const container = findInstance(enclosing);
      const known = container === undefined ? undefined : this.#placed.get(container);
      if (
        known === undefined ||
        parsePathSteps(enclosing.slice(known.path.length + 1)).some(({ kind }) => borders.has(kind))
      )
        break;
      needs = known.task.needs;
      enclosing = known.framePath;
    }
    return found.size === 0 ? [] : this.within(found);
  }

  #follow(needs: readonly number[], enclosing: JournalPath, found: Set<JournalPath>): void {
    const left = [...needs];
    for (let index = left.pop(); index !== undefined; index = left.pop()) {
      const sibling = this.#sibling(enclosing, index);
      if (sibling === undefined || found.has(sibling.path)) continue;
      found.add(sibling.path);
      left.push(...sibling.task.needs);
    }
  }

  /** Finds a sibling. A part that completed in an earlier attempt at its container was not run again. */
  #sibling(enclosing: JournalPath, index: number): Placed | undefined {
    const [, base = '', number = '', taskPath = ''] = /^(.*\/attempt\/)(\d+)(.*)$/.exec(enclosing) ?? [];
    if (base === '') return this.#siblings.get(buildSiblingKey(enclosing, index));
    for (let attempt = Number(number); attempt >= 1; attempt--) {
      const sibling = this.#siblings.get(buildSiblingKey(`${base}${attempt}${taskPath}`, index));
      if (sibling !== undefined) return sibling;
    }
    return undefined;
  }

  #inOrder(matches: (range: TaskRange) => boolean): readonly TaskRange[] {
    const found = [...this.#ranges.values()].filter((range) => matches(range) && !this.#isInConversation(range));
    return found.sort((one, other) => one.order - other.order);
  }

  /** The messages of an enclosing conversation already show what it had done. */
  #isInConversation({ path }: TaskRange): boolean {
    for (const container of listEnclosingPaths(path))
      if (this.#ranges.get(container)?.transcript !== undefined) return true;
    return false;
  }
}

function isWithinMessages({ path }: TaskRange): boolean {
  return parsePathSteps(path).some(
    ({ kind, name }) => kind === 'tool' || (kind === 'task' && name.startsWith('input:')),
  );
}

function buildSiblingKey(framePath: JournalPath, index: number): string {
  return `${framePath}#${index}`;
}
