import { getRootPath, type TaskPath } from '@/workflow/task-path';
import { listTaskModels } from '../models-of-plan';
import type { PlanDefinition } from '../plan';
import { isSimulated } from '../simulated-only';
import { computeExpectedCosts, type PriceOf } from './expected-costs';
import type { EarlierRun, RunForecast, WrittenTasks } from './forecast';
import { Forecaster, type Taking } from './forecaster';

/**
 * Foresees what a run of a plan would take from an earlier run, without asking anybody and without reading its log. It
 * follows how results are matched: by the place of a task and by everything that its request depends on. What is called
 * kept asks nothing; what is called asked asks, unless a task before it ends otherwise than it did.
 */
export function forecastRun(plan: PlanDefinition, earlier: EarlierRun, taking: Taking = {}): RunForecast {
  const forecaster = new Forecaster(plan, earlier, taking);
  forecaster.graph(plan.tasks, earlier.plan.tasks);
  const costs = computeEarlierCosts(plan, earlier, taking.priceOf);
  return sumForecasts(plan, forecaster.found, (id) => costs.get(id) ?? null);
}

/**
 * What tasks of a plan are expected to cost, from what they used in an earlier run. Without a model, or with a
 * simulated one, they are free.
 */
export function computeEarlierCosts(
  plan: PlanDefinition,
  { used = new Map() }: EarlierRun,
  priceOf: PriceOf = () => undefined,
): ReadonlyMap<TaskPath, number | null> {
  const free = plan.tasks.filter((task) => listTaskModels(task, plan).every(isSimulated)).map(({ id }) => id);
  return new Map([...free.map((id) => [id, 0] as const), ...computeExpectedCosts(plan, used, priceOf)]);
}

/**
 * How many of the tasks that would be asked were asked the same in an older run, which nothing continues, as far as the
 * plans tell: its answers are found by the calls, unless a task before them answers otherwise than it did there.
 */
export function countAnsweredBefore(
  plan: PlanDefinition,
  { tasks }: Pick<RunForecast, 'tasks'>,
  before: readonly EarlierRun[],
): number {
  const found = before.map((run) => forecastRun(plan, run).tasks);
  return plan.tasks.filter((task) => {
    const isOpen = tasks.get(task.id)?.forecast !== 'kept';
    // Only models are answered from runs that are not continued.
    const asksModels = listTaskModels(task, plan).some((model) => !isSimulated(model));
    const mayTake = !('reuse' in task) || task.reuse === undefined || task.reuse === 'all';
    return isOpen && asksModels && mayTake && found.some((other) => other.get(task.id)?.forecast === 'kept');
  }).length;
}

/** Adds up the forecasts of tasks. */
function sumForecasts(
  plan: PlanDefinition,
  tasks: RunForecast['tasks'],
  costOf: (id: string) => number | null,
): RunForecast {
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

/** Tasks of which only one of two runs has anything to give. */
interface Given {
  /** Those that newer runs asked again: a run goes by what the newer ones were told and how often they tried. */
  readonly answered: readonly TaskPath[];
  /** Those that the newer run only took over: what the others gave by then can be told to them now. */
  readonly held: readonly TaskPath[];
}

/** What can be taken from either of two runs, the newer one first. */
function joinForecasts(
  plan: PlanDefinition,
  one: RunForecast,
  other: RunForecast,
  { answered, held }: Given,
): RunForecast {
  const tasks = new Map(one.tasks);
  const isIn = (path: TaskPath, some: readonly TaskPath[]) =>
    some.some((task) => path === task || path.startsWith(`${task}/`));
  for (const [path, task] of other.tasks) {
    if (isIn(path, held) || (task.forecast === 'kept' && !isIn(path, answered))) tasks.set(path, task);
  }
  return sumForecasts(plan, tasks, (id) => one.costs.get(id) ?? other.costs.get(id) ?? null);
}

/** A run that takes from others. */
interface TakingRun extends Pick<Taking, 'written' | 'holds' | 'priceOf'> {
  /** Tasks that are asked again although nothing changed. */
  readonly again?: readonly TaskPath[];
}

/**
 * Foresees what a run would take from several earlier runs, the newest first: each forked from the one after it, and
 * stopped early. Undefined: there are no runs.
 */
export function forecastAfter(
  plan: PlanDefinition,
  runs: readonly EarlierRun[],
  { again = [], ...taking }: TakingRun = {},
): RunForecast | undefined {
  const [newest, ...older] = runs;
  if (newest === undefined) return undefined;
  const askedSince = new Set(again.flatMap((task) => [task, getRootPath(task)]));
  let sum = forecastRun(plan, newest, { ...taking, askedSince });
  const answered = [...listAskedAgain(newest)];
  // What a person wrote in the newest one is as new to those before it.
  const written = new Map([...(newest.written ?? []), ...(taking.written ?? [])]);
  let held = listHeld(newest);
  for (const run of older) {
    for (const task of answered) askedSince.add(task).add(getRootPath(task));
    sum = joinForecasts(plan, sum, forecastRun(plan, run, { ...taking, written, askedSince }), { answered, held });
    answered.push(...listAskedAgain(run));
    held = listHeld(run);
  }
  return sum;
}

/** A fork. `plan`: left out, that of the run that it is forked from. `written`: what a person writes for it. */
interface ForeseenFork extends Pick<Taking, 'holds' | 'priceOf'> {
  readonly plan?: PlanDefinition | undefined;
  readonly written?: WrittenTasks;
}

/**
 * Foresees a fork of the newest of some runs: with a plan, or, left out, with its own, and then also with what a person
 * wrote in it. Undefined: there are no runs.
 */
export function forecastFork(
  runs: readonly EarlierRun[],
  { plan, written, holds, ...prices }: ForeseenFork,
): RunForecast | undefined {
  const [newest] = runs;
  const planned = plan ?? newest?.plan;
  if (newest === undefined || planned === undefined) return undefined;
  // What was written and has not been reached by then is still to be given.
  const given = [...(newest.written ?? [])].filter(([path]) => newest.tasks.get(path)?.status !== 'completed');
  return forecastAfter(planned, runs, {
    written: new Map([...given, ...(written ?? [])]),
    holds: holds === true || newest.holds === true,
    ...prices,
  });
}

/** The tasks that a run of a part of the workflow took over as they were. */
function listHeld({ plan }: EarlierRun): readonly TaskPath[] {
  return Object.keys(plan.part?.held ?? {});
}

/** The tasks that a run of a part of the workflow asked again, and that answered. */
function listAskedAgain({ plan, tasks }: EarlierRun): readonly TaskPath[] {
  const { kind, tasks: targets = [] } = plan.part?.targets ?? {};
  if (kind === 'until') return [];
  return targets.map(({ task }) => task).filter((task) => tasks.get(task)?.status === 'completed');
}
