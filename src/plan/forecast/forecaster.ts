import { hashText } from '@/base/hash';
import { isSameJson } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { findContainerPath, getRootPath, type TaskPath } from '@/workflow/task-path';
import { countAttempts, listPartsRun } from '../estimate/parts-run';
import type { PlanDefinition, PlannedPin, PlannedTask } from '../plan';
import { isAlwaysAsked } from '../simulated-only';
import type { PriceOf } from './expected-costs';
import type { EarlierRun, ForecastReason, TaskForecast, WrittenTasks } from './forecast';
import { findOwnChange, type OwnChange } from './own-change';

/** The forecast of a task that is not simply kept. */
type Doubt = Required<TaskForecast>;

const kept: TaskForecast = { forecast: 'kept' };
const unfinished: ForecastReason = { kind: 'unfinished' };
const lost: ForecastReason = { kind: 'lost' };
const never: ForecastReason = { kind: 'never' };
const written: ForecastReason = { kind: 'written' };

/** How a run that is foreseen takes from an earlier one, apart from its plan. */
export interface Taking {
  /** Tasks that a later run asked again although nothing had changed, whose new results count. */
  readonly askedSince?: ReadonlySet<TaskPath>;
  /** What a person wrote for the run. */
  readonly written?: WrittenTasks;
  /** Whether everything that was recorded is taken, whatever it was asked with. */
  readonly holds?: boolean;
  /** Left out: no price is known. */
  readonly priceOf?: PriceOf;
}

/**
 * What is known of the tasks, without those that were held in a container of which only some tasks were asked: the plan
 * says nothing of how they were asked. So the container counts as one that did not end.
 */
function removeHeldParts({ plan, tasks }: EarlierRun): EarlierRun['tasks'] {
  const { held = {}, targets } = plan.part ?? {};
  const chosen = targets?.tasks.map(({ task }) => task) ?? [];
  const roots = new Set(chosen.map(getRootPath).filter((root) => root in held));
  if (roots.size === 0) return tasks;
  const isChosen = (path: TaskPath) => chosen.some((task) => path === task || path.startsWith(`${task}/`));
  const known = [...tasks].filter(([path]) => !roots.has(getRootPath(path)) || roots.has(path) || isChosen(path));
  return new Map(known.map(([path, task]) => [path, roots.has(path) ? { ...task, status: 'unfinished' } : task]));
}

export class Forecaster {
  readonly found = new Map<TaskPath, TaskForecast>();
  /** The tasks in the order in which they were looked at: parts before their container. */
  readonly #order: TaskPath[] = [];
  /** Tasks whose results are not those of the earlier run, although they ask nothing: now skipped, or pinned. */
  readonly #otherNow = new Set<TaskPath>();
  readonly #plan: PlanDefinition;
  readonly #earlier: EarlierRun;
  readonly #askedSince: ReadonlySet<TaskPath>;
  readonly #written: WrittenTasks;
  readonly #holds: boolean;
  /** Whether the task at hand is in a container that did not reach its last round or item. */
  #isCutShort = false;
  /** Whether the task at hand is in a container that may make several attempts. */
  #isTriedAgain = false;
  /** What a text must not name to stay the same. */
  readonly #changedNames: readonly string[];

  constructor(
    plan: PlanDefinition,
    earlier: EarlierRun,
    { askedSince = new Set(), written = new Map(), holds = false }: Taking = {},
  ) {
    this.#plan = plan;
    this.#earlier = { ...earlier, tasks: removeHeldParts(earlier) };
    this.#askedSince = askedSince;
    this.#written = written;
    this.#holds = holds;
    this.#changedNames = listChangedKeys(earlier.plan.variables, plan.variables);
  }

  /** Sibling tasks with dependencies among them. `within`: the container, and its parts in the earlier plan. */
  graph(tasks: readonly PlannedTask[], before: readonly PlannedTask[], within: TaskPath = ''): void {
    const earlier = new Map(before.map((task) => [task.id, task]));
    const inOrder = tasks.toSorted((one, other) => one.wave - other.wave);
    for (const task of inOrder) {
      const path = buildPathIn(within, task.id);
      const was = earlier.get(task.id);
      const told = this.#earlier.tasks.get(path)?.told ?? [];
      const named = [...task.needs, ...task.reads].flatMap((index) => tasks[index]?.id ?? []);
      const above = [...named, ...told].find((id) => id !== task.id && this.#isOther(buildPathIn(within, id)));
      const isRearranged = !this.#holds && was !== undefined && !isSameNeeds(was, before, task, tasks);
      const follows: ForecastReason | undefined =
        above !== undefined
          ? { kind: 'follows', task: buildPathIn(within, above) }
          : isRearranged
            ? { kind: 'changed', fields: ['needs'] }
            : undefined;
      this.#task(task, was, path, follows);
    }
  }

  /** Whether a task may have another result than in the earlier run. */
  #isOther(path: TaskPath): boolean {
    return this.found.get(path)?.forecast !== 'kept' || this.#otherNow.has(path) || this.#askedSince.has(path);
  }

  /** Whether a pin is the very text that the earlier run recorded. What was said in a task is not in its pin. */
  #isAsRecorded(path: TaskPath, pin: PlannedPin): boolean {
    const { status, hasFailed, result } = this.#earlier.tasks.get(path) ?? {};
    if (status !== 'completed' || hasFailed || this.#plan.keepsHistory) return false;
    if ('recorded' in pin) return true;
    if (result === undefined || result.length !== pin.content.length) return false;
    return result.ref === undefined ? result.text === pin.content : result.ref === hashText(pin.content);
  }

  #task(task: PlannedTask, was: PlannedTask | undefined, path: TaskPath, follows: ForecastReason | undefined): void {
    this.found.set(
      path,
      this.#asWritten(path, () => this.#forecast(task, was, path, follows)),
    );
    this.#order.push(path);
  }

  /** The forecast of a task, a part of which a person may have written. */
  #asWritten(path: TaskPath, unwritten: () => TaskForecast): TaskForecast {
    const what = this.#written.get(path);
    if (what !== undefined) this.#otherNow.add(path);
    // The task gives what was written, and nothing in it runs.
    if (what === 'output' && findContainerPath(path) === undefined) return kept;
    const found = unwritten();
    if (what === undefined) return found;
    if (what === 'prompt') return { forecast: 'asked', why: written };
    // Its other rounds or items are as they were; of a failure it is not known whether this was its cause.
    // With what was written, a container that tries again may fail and then runs it anew.
    if (what === 'output' && found.forecast === 'kept' && !this.#isTriedAgain) return kept;
    return { forecast: 'maybe', why: found.why === undefined || found.why.kind === 'part' ? written : found.why };
  }

  #forecast(
    task: PlannedTask,
    was: PlannedTask | undefined,
    path: TaskPath,
    follows: ForecastReason | undefined,
  ): TaskForecast {
    const record = this.#earlier.tasks.get(path);
    if (task.disabled) {
      // A run of a part has the result of a task that was disabled meanwhile.
      const wasSkipped = was?.disabled === true && (record === undefined || record.status === 'skipped');
      if (!wasSkipped) this.#otherNow.add(path);
      return kept;
    }
    if (task.pinned !== undefined) {
      if (!isSameJson(was?.pinned, task.pinned) && !this.#isAsRecorded(path, task.pinned)) this.#otherNow.add(path);
      return kept;
    }
    const difference = was && this.#difference(was, task);
    const changed = difference && ({ kind: 'changed', fields: difference.fields } as const);
    // With the answer of another try, the evaluator is asked anew, if not for the first time.
    const failed = this.#failedItself(path) || record?.hasOpenTry ? unfinished : undefined;
    // What was written in a call of its own reaches its parts: the evaluator of `best_of` reads it, a round the last.
    const what = this.#written.get(path);
    const isWritten = what !== undefined && what !== 'output' ? written : undefined;
    const inside = this.#parts(task, was, path, follows ?? changed ?? failed ?? isWritten);
    if (was === undefined) return { forecast: 'asked', why: { kind: 'new' } };
    if (record === undefined) {
      if (findContainerPath(path) === undefined) return { forecast: 'asked', why: unfinished };
      // A case that was not taken, or a part that was never reached, of a container that ended: it is only reached if
      // something before it changes.
      const why = follows ?? (this.#endedAround(path) ? undefined : unfinished);
      return why === undefined ? kept : { forecast: 'maybe', why };
    }
    if (was.disabled && record.status === 'skipped') {
      // Its condition, or what it runs after, may still skip it.
      const isSure = task.condition === undefined && task.needs.length === 0 && findContainerPath(path) === undefined;
      return { forecast: isSure ? 'asked' : 'maybe', why: { kind: 'changed', fields: ['disabled'] } };
    }
    // It may not run at all now.
    if (changed?.fields.some((field) => field === 'condition' || field === 'triggerRule'))
      return { forecast: 'maybe', why: changed };
    if (record.status === 'unfinished' && inside?.forecast !== 'maybe') return { forecast: 'asked', why: unfinished };
    // A task that was skipped is skipped again, as long as nothing changes in or above it.
    const isReached = record.status !== 'skipped';
    if (changed !== undefined && difference?.isAsked && isReached) return { forecast: 'asked', why: changed };
    if (isReached && this.#isAlwaysAsked(task, path)) return { forecast: 'asked', why: never };
    if (changed !== undefined) return { forecast: 'maybe', why: changed };
    if (inside?.forecast === 'asked' && isReached) return inside;
    if (record.isLost) return { forecast: 'asked', why: lost };
    if ((record.hasFailed || record.hasOpenTry) && inside === undefined) return { forecast: 'asked', why: unfinished };
    if (follows !== undefined) return { forecast: 'maybe', why: follows };
    return inside ?? (this.#isCutShort ? { forecast: 'maybe', why: unfinished } : kept);
  }

  /** What changed in a task, or around it, and matters for its results. */
  #difference(was: PlannedTask, task: PlannedTask): OwnChange | undefined {
    const own = findOwnChange(was, task);
    if (!this.#holds) return own ?? this.#around(task);
    // With what it was asked before does not matter: what remains is how often it asks, and what it does with answers.
    return own === undefined || own.isRequestOnly ? undefined : { ...own, isAsked: false };
  }

  /** Whether no recorded answer is taken for a task, because it says so. What is held is taken whatever it says. */
  #isAlwaysAsked(task: PlannedTask, path: TaskPath): boolean {
    const { held = {}, targets } = this.#plan.part ?? {};
    if (this.#holds || !isAlwaysAsked(task)) return false;
    if (!(getRootPath(path) in held)) return true;
    return targets?.tasks.some(({ task: chosen }) => path === chosen || path.startsWith(`${chosen}/`)) === true;
  }

  /** Whether a task is in a container that ended: then what is not known of it was not reached. */
  #endedAround(path: TaskPath): boolean {
    for (let outer = findContainerPath(path); outer !== undefined; outer = findContainerPath(outer)) {
      const record = this.#earlier.tasks.get(outer);
      if (record !== undefined) return record.status !== 'unfinished';
    }
    return false;
  }

  /**
   * Whether an execution of a task may have failed although no part of it did: then its parts are asked anew too. A
   * container that has run several times may have failed in both ways.
   */
  #failedItself(path: TaskPath): boolean {
    if (this.#earlier.tasks.get(path)?.hasFailed !== true) return false;
    const isWithin = findContainerPath(path) !== undefined;
    return (
      isWithin || ![...this.#earlier.tasks].some(([part, { hasFailed }]) => hasFailed && part.startsWith(`${path}/`))
    );
  }

  /** Forecasts the tasks in a task. Resolves to what they mean for it; undefined: all are kept. */
  #parts(
    task: PlannedTask,
    was: PlannedTask | undefined,
    path: TaskPath,
    follows: ForecastReason | undefined,
  ): Doubt | undefined {
    const first = this.#order.length;
    const around = this.#isCutShort;
    const isTriedAround = this.#isTriedAgain;
    if (countAttempts(task) > 1) this.#isTriedAgain = true;
    if (mayRunMore(task) && this.#earlier.tasks.get(path)?.status === 'unfinished') this.#isCutShort = true;
    const inside =
      task.type === 'call' ? this.#call(task.ref, path, follows) : this.#ownParts(task, was, path, follows);
    this.#isCutShort = around;
    this.#isTriedAgain = isTriedAround;
    if (inside === undefined || !isRepeated(task)) return inside;
    // In a later round, what was kept in the first may be asked too.
    for (const part of this.#order.slice(first)) {
      if (this.found.get(part)?.forecast === 'kept') this.found.set(part, { forecast: 'maybe', why: inside.why });
    }
    return inside;
  }

  #ownParts(
    task: PlannedTask,
    was: PlannedTask | undefined,
    path: TaskPath,
    follows: ForecastReason | undefined,
  ): Doubt | undefined {
    const parts = listOrderedParts(task);
    const before = was === undefined ? [] : listOrderedParts(was);
    if (task.type === 'group' && follows === undefined) this.graph(parts, before, path);
    else this.#inTurn(parts, before, path, follows);
    const open = parts.filter(({ id }) => this.#isOther(buildPathIn(path, id)));
    if (open.length === 0) return undefined;
    const asked = open.find(({ id }) => this.found.get(buildPathIn(path, id))?.forecast === 'asked');
    const why = { kind: 'part', task: buildPathIn(path, (asked ?? open[0])?.id ?? '') } as const;
    return { forecast: asked === undefined ? 'maybe' : 'asked', why };
  }

  /** Parts that run one after the other: each may depend on those before it. */
  #inTurn(
    parts: readonly PlannedTask[],
    before: readonly PlannedTask[],
    within: TaskPath,
    outer: ForecastReason | undefined,
  ): void {
    const earlier = new Map(before.map((part) => [part.id, part]));
    let follows = outer;
    for (const part of parts) {
      const path = buildPathIn(within, part.id);
      this.#task(part, earlier.get(part.id), path, follows);
      if (this.#isOther(path)) follows ??= { kind: 'follows', task: path };
    }
  }

  /** A definition of the library that a task calls. */
  #call(ref: string, path: TaskPath, follows: ForecastReason | undefined): Doubt | undefined {
    const [was, is] = [this.#earlier.plan.library[ref], this.#plan.library[ref]];
    if (is === undefined) return undefined;
    const within = buildPathIn(path, `call:${ref}`);
    const inner = buildPathIn(within, is.task.id);
    // Definitions may call one another without end: within a call only those are followed that the earlier run reached.
    if (path.includes('/call:') && !this.#earlier.tasks.has(path)) return undefined;
    this.#task(is.task, was?.task, inner, follows);
    const why = { kind: 'part', task: inner } as const;
    const isAsked = this.found.get(inner)?.forecast === 'asked';
    if (this.#isOther(inner)) return { forecast: isAsked ? 'asked' : 'maybe', why };
    return was !== undefined && isSameJson({ ...was, task: 0 }, { ...is, task: 0 })
      ? undefined
      : { forecast: 'maybe', why };
  }

  /** What changed in the workflow around a task and may be part of its requests. */
  #around(task: PlannedTask): OwnChange | undefined {
    const text = this.#changedNames.length === 0 ? '' : encodeJson(task);
    const fields = this.#changedNames.filter((name) => text.includes(name)).map((name) => `variables.${name}`);
    if (isReadingMemory(task) && this.#isMemoryChanged()) fields.push('memoryIndex');
    if (isSentHistory(task) && this.#isHistoryChanged()) fields.push('compaction');
    return fields.length === 0 ? undefined : { isAsked: false, isRequestOnly: true, fields };
  }

  #isMemoryChanged(): boolean {
    return !isSameJson(this.#plan.memoryIndex, this.#earlier.plan.memoryIndex);
  }

  #isHistoryChanged(): boolean {
    const [one, other] = [this.#plan, this.#earlier.plan];
    return one.keepsHistory !== other.keepsHistory || !isSameJson(one.compaction, other.compaction);
  }
}

/** The tasks inside a task, in the order in which they run; those of a group have dependencies of their own. */
function listOrderedParts(task: PlannedTask): readonly PlannedTask[] {
  return listPartsRun(task).parts.map((part) => part.task);
}

/** Whether a part may run again after the parts behind it, in another round or for another item. */
function isRepeated({ type, loop }: PlannedTask): boolean {
  return loop !== undefined || type === 'reduce' || type === 'director_evaluator';
}

/** Whether a container that did not end may have run its parts less often than it does when it ends. */
function mayRunMore(task: PlannedTask): boolean {
  return isRepeated(task) || task.type === 'map' || task.bestOf !== undefined;
}

function buildPathIn(within: TaskPath, id: string): TaskPath {
  return within === '' ? id : `${within}/${id}`;
}

/** Whether a task depends on tasks of the same names, in the same order, as in the earlier plan. */
function isSameNeeds(
  was: PlannedTask,
  before: readonly PlannedTask[],
  is: PlannedTask,
  tasks: readonly PlannedTask[],
): boolean {
  return (
    was.needs.length === is.needs.length &&
    was.needs.every((index, at) => before[index]?.id === tasks[is.needs[at] ?? -1]?.id)
  );
}

function listChangedKeys(before: object, after: object): readonly string[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...was.keys(), ...is.keys()])].filter((name) => !isSameJson(was.get(name), is.get(name)));
}

function isReadingMemory(task: PlannedTask): boolean {
  return task.type === 'associative_memory' || task.rebuildMemory;
}

function isSentHistory(task: PlannedTask): boolean {
  return 'contextTransfer' in task && task.contextTransfer !== 'minimal';
}
