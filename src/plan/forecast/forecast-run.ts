import { containerPath, rootOf, type TaskPath } from '@/workflow/task-path';
import { partsRun } from '../estimate/parts-run';
import type { PlanDefinition, PlannedTask } from '../plan';
import { ownChange } from './own-change';

/**
 * What a run would do with a task, given an earlier run: take its results, ask for some of them again, or one of the
 * two, which is known only once the tasks before it have answered.
 */
export type Forecast = 'kept' | 'asked' | 'maybe';

/** Why a task is not simply kept. */
export type ForecastReason =
  | { readonly kind: 'new' }
  /** It did not end well in the earlier run. */
  | { readonly kind: 'unfinished' }
  /** `fields`: names of fields of the plan, such as `prompt` or `limits.maxOutputTokens`. */
  | { readonly kind: 'changed'; readonly fields: readonly string[] }
  /** It reads the result of a task that is not kept. */
  | { readonly kind: 'follows'; readonly task: TaskPath }
  /** A task in it is not kept. */
  | { readonly kind: 'part'; readonly task: TaskPath };

/** The forecast of one task. `why` is left out for a kept one. */
export interface TaskForecast {
  readonly forecast: Forecast;
  readonly why?: ForecastReason;
}

/** The forecast of a task that is not simply kept. */
type Doubt = Required<TaskForecast>;

/** What is known of a task in an earlier run. */
export interface EarlierTask {
  readonly status: 'completed' | 'skipped' | 'unfinished';
  /** Whether any execution of it failed, in whatever round or item. */
  readonly hasFailed: boolean;
  /** Ids of the siblings whose outputs were in its prompts. */
  readonly told: readonly string[];
  /** What it cost, in USD; null: not known. */
  readonly costUsd: number | null;
}

/** An earlier run. */
export interface EarlierRun {
  readonly id: string;
  readonly plan: PlanDefinition;
  readonly tasks: ReadonlyMap<TaskPath, EarlierTask>;
}

/** What a run would take from an earlier one, and what it would ask. */
export interface RunForecast {
  readonly tasks: ReadonlyMap<TaskPath, TaskForecast>;
  /** Tasks of the workflow itself: those that are kept, and those that are asked, or may be. */
  readonly kept: number;
  readonly asked: number;
  /** What these cost in the earlier run, in USD; null: not known of any. */
  readonly costUsd: number | null;
  /** How many of these have no known cost. */
  readonly unpriced: number;
  /** What each of these cost in the earlier run, in USD; null: not known. */
  readonly costs: ReadonlyMap<string, number | null>;
}

const kept: TaskForecast = { forecast: 'kept' };
const unfinished: ForecastReason = { kind: 'unfinished' };

/**
 * Foresees what a run of a plan would take from an earlier run, without asking anybody and without reading its log. It
 * follows how results are matched: by the place of a task and by everything that its request depends on. What is called
 * kept asks nothing; what is called asked asks, unless a task before it ends otherwise than it did.
 * `askedSince`: tasks that a later run asked again although nothing had changed, whose new results count.
 */
export function forecastRun(
  plan: PlanDefinition,
  earlier: EarlierRun,
  askedSince: ReadonlySet<TaskPath> = new Set(),
): RunForecast {
  const forecaster = new Forecaster(plan, earlier, askedSince);
  forecaster.graph(plan.tasks, earlier.plan.tasks);
  return summed(plan, forecaster.found, (id) => earlier.tasks.get(id)?.costUsd ?? null);
}

/** Adds up the forecasts of tasks. */
function summed(plan: PlanDefinition, tasks: RunForecast['tasks'], costOf: (id: string) => number | null): RunForecast {
  const open = plan.tasks.filter(({ id }) => tasks.get(id)?.forecast !== 'kept').map(({ id }) => id);
  const costs = new Map(open.map((id) => [id, costOf(id)]));
  const known = [...costs.values()].filter((cost) => cost !== null);
  return {
    tasks,
    kept: plan.tasks.length - open.length,
    asked: open.length,
    costUsd: known.length === 0 && open.length > 0 ? null : known.reduce((sum, cost) => sum + cost, 0),
    unpriced: open.length - known.length,
    costs,
  };
}

/**
 * What can be taken from either of two runs. `answered`: tasks that newer runs asked again. Of these the older one has
 * nothing to give: a run goes by what the newer ones were told and how often they tried.
 */
function either(
  plan: PlanDefinition,
  one: RunForecast,
  other: RunForecast,
  answered: readonly TaskPath[],
): RunForecast {
  const tasks = new Map(one.tasks);
  const isAnswered = (path: TaskPath) => answered.some((task) => path === task || path.startsWith(`${task}/`));
  for (const [path, task] of other.tasks) {
    if (task.forecast === 'kept' && !isAnswered(path)) tasks.set(path, task);
  }
  return summed(plan, tasks, (id) => one.costs.get(id) ?? other.costs.get(id) ?? null);
}

/**
 * Foresees what a run would take from several earlier runs, the newest first: each forked from the one after it, and
 * stopped early. `again`: tasks that are asked again although nothing changed. Undefined: there are no runs.
 */
export function forecastAfter(
  plan: PlanDefinition,
  runs: readonly EarlierRun[],
  again: readonly TaskPath[] = [],
): RunForecast | undefined {
  const [newest, ...older] = runs;
  if (newest === undefined) return undefined;
  const askedSince = new Set(again.flatMap((task) => [task, rootOf(task)]));
  let sum = forecastRun(plan, newest, askedSince);
  const answered = [...askedAgain(newest)];
  for (const run of older) {
    for (const task of answered) askedSince.add(task).add(rootOf(task));
    sum = either(plan, sum, forecastRun(plan, run, askedSince), answered);
    answered.push(...askedAgain(run));
  }
  return sum;
}

/** The tasks that a run of a part of the workflow asked again, and that answered. */
function askedAgain({ plan, tasks }: EarlierRun): readonly TaskPath[] {
  const { kind, tasks: targets = [] } = plan.part?.targets ?? {};
  if (kind === 'until') return [];
  return targets.map(({ task }) => task).filter((task) => tasks.get(task)?.status === 'completed');
}

/**
 * What is known of the tasks, without those that were held in a container of which only some tasks were asked: the plan
 * says nothing of how they were asked. So the container counts as one that did not end.
 */
function withoutHeldParts({ plan, tasks }: EarlierRun): EarlierRun['tasks'] {
  const { held = {}, targets } = plan.part ?? {};
  const chosen = targets?.tasks.map(({ task }) => task) ?? [];
  const roots = new Set(chosen.map(rootOf).filter((root) => root in held));
  if (roots.size === 0) return tasks;
  const isChosen = (path: TaskPath) => chosen.some((task) => path === task || path.startsWith(`${task}/`));
  const known = [...tasks].filter(([path]) => !roots.has(rootOf(path)) || roots.has(path) || isChosen(path));
  return new Map(known.map(([path, task]) => [path, roots.has(path) ? { ...task, status: 'unfinished' } : task]));
}

class Forecaster {
  readonly found = new Map<TaskPath, TaskForecast>();
  /** The tasks in the order in which they were looked at: parts before their container. */
  readonly #order: TaskPath[] = [];
  /** Tasks whose results are not those of the earlier run, although they ask nothing: now skipped, or pinned. */
  readonly #otherNow = new Set<TaskPath>();
  readonly #plan: PlanDefinition;
  readonly #earlier: EarlierRun;
  readonly #askedSince: ReadonlySet<TaskPath>;
  /** Whether the task at hand is in a container that did not reach its last round or item. */
  #isCutShort = false;
  /** What a text must not name to stay the same. */
  readonly #changedNames: readonly string[];

  constructor(plan: PlanDefinition, earlier: EarlierRun, askedSince: ReadonlySet<TaskPath>) {
    this.#plan = plan;
    this.#earlier = { ...earlier, tasks: withoutHeldParts(earlier) };
    this.#askedSince = askedSince;
    this.#changedNames = changedKeys(earlier.plan.variables, plan.variables);
  }

  /** Sibling tasks with dependencies among them. `within`: the container, and its parts in the earlier plan. */
  graph(tasks: readonly PlannedTask[], before: readonly PlannedTask[], within: TaskPath = ''): void {
    const earlier = new Map(before.map((task) => [task.id, task]));
    const inOrder = tasks.toSorted((one, other) => one.wave - other.wave);
    for (const task of inOrder) {
      const path = pathIn(within, task.id);
      const was = earlier.get(task.id);
      const told = this.#earlier.tasks.get(path)?.told ?? [];
      const named = [...task.needs, ...task.reads].flatMap((index) => tasks[index]?.id ?? []);
      const above = [...named, ...told].find((id) => id !== task.id && this.#isOther(pathIn(within, id)));
      const isRearranged = was !== undefined && !isSameNeeds(was, before, task, tasks);
      const follows: ForecastReason | undefined =
        above !== undefined
          ? { kind: 'follows', task: pathIn(within, above) }
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

  #task(task: PlannedTask, was: PlannedTask | undefined, path: TaskPath, follows: ForecastReason | undefined): void {
    this.found.set(path, this.#forecast(task, was, path, follows));
    this.#order.push(path);
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
      if (JSON.stringify(was?.pinned) !== JSON.stringify(task.pinned)) this.#otherNow.add(path);
      return kept;
    }
    const difference = was && (ownChange(was, task) ?? this.#around(task));
    const changed = difference && ({ kind: 'changed', fields: difference.fields } as const);
    const failed = this.#failedItself(path) ? unfinished : undefined;
    const inside = this.#parts(task, was, path, follows ?? changed ?? failed);
    if (was === undefined) return { forecast: 'asked', why: { kind: 'new' } };
    if (record === undefined) {
      if (containerPath(path) === undefined) return { forecast: 'asked', why: unfinished };
      // A case that was not taken, or a part that was never reached, of a container that ended: it is only reached if
      // something before it changes.
      const why = follows ?? (this.#endedAround(path) ? undefined : unfinished);
      return why === undefined ? kept : { forecast: 'maybe', why };
    }
    // It may not run at all now.
    if (changed?.fields.includes('condition')) return { forecast: 'maybe', why: changed };
    if (record.status === 'unfinished' && inside?.forecast !== 'maybe') return { forecast: 'asked', why: unfinished };
    // A task that was skipped is skipped again, as long as nothing changes in or above it.
    const isReached = record.status !== 'skipped';
    if (changed !== undefined) return { forecast: difference?.isAsked && isReached ? 'asked' : 'maybe', why: changed };
    if (inside?.forecast === 'asked' && isReached) return inside;
    if (record.hasFailed && inside === undefined) return { forecast: 'asked', why: unfinished };
    if (follows !== undefined) return { forecast: 'maybe', why: follows };
    return inside ?? (this.#isCutShort ? { forecast: 'maybe', why: unfinished } : kept);
  }

  /** Whether a task is in a container that ended: then what is not known of it was not reached. */
  #endedAround(path: TaskPath): boolean {
    for (let outer = containerPath(path); outer !== undefined; outer = containerPath(outer)) {
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
    const isWithin = containerPath(path) !== undefined;
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
    if (mayRunMore(task) && this.#earlier.tasks.get(path)?.status === 'unfinished') this.#isCutShort = true;
    const inside =
      task.type === 'call' ? this.#call(task.ref, path, follows) : this.#ownParts(task, was, path, follows);
    this.#isCutShort = around;
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
    const parts = partsIn(task);
    const before = was === undefined ? [] : partsIn(was);
    if (task.type === 'group' && follows === undefined) this.graph(parts, before, path);
    else this.#inTurn(parts, before, path, follows);
    const open = parts.filter(({ id }) => this.#isOther(pathIn(path, id)));
    if (open.length === 0) return undefined;
    const asked = open.find(({ id }) => this.found.get(pathIn(path, id))?.forecast === 'asked');
    const why = { kind: 'part', task: pathIn(path, (asked ?? open[0])?.id ?? '') } as const;
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
      const path = pathIn(within, part.id);
      this.#task(part, earlier.get(part.id), path, follows);
      if (this.#isOther(path)) follows ??= { kind: 'follows', task: path };
    }
  }

  /** A definition of the library that a task calls. */
  #call(ref: string, path: TaskPath, follows: ForecastReason | undefined): Doubt | undefined {
    const [was, is] = [this.#earlier.plan.library[ref], this.#plan.library[ref]];
    if (is === undefined) return undefined;
    const within = pathIn(path, `call:${ref}`);
    const inner = pathIn(within, is.task.id);
    // A definition that calls itself ends when its condition does; one look at it is enough.
    if (this.found.has(inner)) return undefined;
    this.found.set(inner, kept);
    this.#task(is.task, was?.task, inner, follows);
    const { forecast = 'kept' } = this.found.get(inner) ?? {};
    const why = { kind: 'part', task: inner } as const;
    if (forecast !== 'kept') return { forecast, why };
    return was !== undefined && JSON.stringify({ ...was, task: 0 }) === JSON.stringify({ ...is, task: 0 })
      ? undefined
      : { forecast: 'maybe', why };
  }

  /** What changed in the workflow around a task and may be part of its requests. */
  #around(task: PlannedTask): { readonly isAsked: boolean; readonly fields: readonly string[] } | undefined {
    const text = this.#changedNames.length === 0 ? '' : JSON.stringify(task);
    const fields = this.#changedNames.filter((name) => text.includes(name)).map((name) => `variables.${name}`);
    if (readsMemory(task) && this.#isMemoryChanged()) fields.push('memoryIndex');
    if (isSentHistory(task) && this.#isHistoryChanged()) fields.push('compaction');
    return fields.length === 0 ? undefined : { isAsked: false, fields };
  }

  #isMemoryChanged(): boolean {
    return JSON.stringify(this.#plan.memoryIndex) !== JSON.stringify(this.#earlier.plan.memoryIndex);
  }

  #isHistoryChanged(): boolean {
    const [one, other] = [this.#plan, this.#earlier.plan];
    return (
      one.keepsHistory !== other.keepsHistory || JSON.stringify(one.compaction) !== JSON.stringify(other.compaction)
    );
  }
}

/** The tasks inside a task, in the order in which they run; those of a group have dependencies of their own. */
function partsIn(task: PlannedTask): readonly PlannedTask[] {
  return partsRun(task).parts.map((part) => part.task);
}

/** Whether a part may run again after the parts behind it, in another round or for another item. */
function isRepeated({ type, loop }: PlannedTask): boolean {
  return loop !== undefined || type === 'reduce' || type === 'director_evaluator';
}

/** Whether a container that did not end may have run its parts less often than it does when it ends. */
function mayRunMore(task: PlannedTask): boolean {
  return isRepeated(task) || task.type === 'map' || task.bestOf !== undefined;
}

function pathIn(within: TaskPath, id: string): TaskPath {
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

function changedKeys(before: object, after: object): readonly string[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (name) => JSON.stringify(was.get(name)) !== JSON.stringify(is.get(name)),
  );
}

function readsMemory(task: PlannedTask): boolean {
  return task.type === 'associative_memory' || task.rebuildMemory;
}

function isSentHistory(task: PlannedTask): boolean {
  return 'contextTransfer' in task && task.contextTransfer !== 'minimal';
}
