import { findClosest } from '@/base/did-you-mean';
import { AppError } from '@/base/errors';
import { hashValue } from '@/base/hash';
import { getRootPath } from '@/workflow/task-path';
import type { EarlierRun } from '../forecast/forecast';
import type { Plan, PlannedGraph, PlannedTask } from '../plan';
import { findPlannedTask } from '../planned-at';
import type { PlannedPart, RunTargets } from './run-targets';

/** A task as it was in an earlier run, whose results are taken from there. */
interface Held {
  readonly run: EarlierRun;
  readonly task: PlannedTask;
}

/**
 * Makes of a plan one that runs only a part of it. Chosen tasks are those of the plan. Tasks that do not follow from
 * them are held, if an earlier run has them: they are as they were there, so that what they gave is found again
 * whatever a person has changed in them since. Of others, those with a sample give that, and the rest is left out.
 *
 * `earlier`: the run to take from, and those before it, the newest first. Error `VALIDATION_ERROR`: a chosen task does
 * not exist, or depends on one that no earlier run has.
 */
export function buildPartialPlan(plan: Plan, targets: RunTargets, earlier: readonly EarlierRun[]): Plan {
  const chosen = listChosen(plan, targets, earlier);
  const following = new Set([...chosen].flatMap((id) => [...collectFollowers(plan.tasks, id)]));
  // It may include tasks that have been removed from the workflow since.
  const held = collectHeld(
    plan.tasks.map(({ id }) => id),
    earlier,
    new Set([...chosen, ...following]),
  );
  const sampled = new Set(Object.keys(targets.samples ?? {}).filter((id) => !chosen.has(id) && !held.has(id)));
  refuseMissing(plan, chosen, new Set([...held.keys(), ...sampled]));
  const containers = targets.kind === 'only' ? listContainers(targets, earlier) : [];

  const present = new Set(plan.tasks.map(({ id }) => id));
  const ids = [...present, ...[...held.keys()].filter((id) => !present.has(id))];
  const position = new Map(ids.map((id, index) => [id, index]));
  const moveTask = ({ task, run }: Held, index: number): PlannedTask => ({
    ...task,
    index,
    needs: mapPositions(task.needs, run.plan.tasks, position),
    reads: mapPositions(task.reads, run.plan.tasks, position),
  });
  const tasks = ids.flatMap((id, index) => {
    const old = held.get(id);
    if (old !== undefined) return moveTask(old, index);
    const task = plan.tasks[index];
    return task === undefined ? [] : sampled.has(id) ? giveSample(task, targets.samples?.[id] ?? '') : task;
  });
  const part: PlannedPart = {
    targets,
    from: earlier[0]?.id ?? '',
    held: Object.fromEntries([...held, ...containers].map(([id, { run }]) => [id, run.id])),
    left: plan.tasks.flatMap(({ id }) => (chosen.has(id) || held.has(id) || sampled.has(id) ? [] : id)),
    wholeHash: plan.hash,
  };
  const partial = { ...plan, tasks: assignWaves(tasks), part };
  return Object.freeze({ ...partial, hash: hashValue([plan.hash, partial.tasks, part]) });
}

/** The top-level tasks that may ask. */
function listChosen(
  plan: Plan,
  { kind, tasks: targets }: RunTargets,
  earlier: readonly EarlierRun[],
): ReadonlySet<string> {
  const tops = targets.map(({ task }) => {
    const found = findPlannedTask(plan, task);
    if (found !== undefined) return getRootPath(task);
    const known = plan.tasks.map(({ id }) => id);
    const meant = findClosest(task, known);
    const wasThere = earlier.some((run) => findPlannedTask(run.plan, task) !== undefined);
    const since = wasThere ? 'An earlier run had it: it was renamed or removed since. ' : '';
    const advice = meant === undefined ? `Its tasks are ${known.slice(0, 20).join(', ')}.` : `Did you mean ${meant}?`;
    throw new AppError('VALIDATION_ERROR', `There is no task ${task} in this workflow.`, {
      advice: `${since}${advice}`,
    });
  });
  if (kind === 'only') return new Set(tops);
  const around = kind === 'from' ? collectFollowers : collectSources;
  return new Set(tops.flatMap((id) => [id, ...around(plan.tasks, id)]));
}

/** The containers in which only some tasks are asked: all else in them is held. */
function listContainers({ tasks }: RunTargets, earlier: readonly EarlierRun[]): readonly (readonly [string, Held])[] {
  const whole = new Set(tasks.map(({ task }) => task));
  const roots = new Set(tasks.map(({ task }) => getRootPath(task)).filter((root) => !whole.has(root)));
  return [...roots].map((root) => {
    const held = findNewest(root, earlier);
    if (held !== undefined) return [root, held] as const;
    const inside = tasks.find(({ task }) => getRootPath(task) === root)?.task;
    throw new AppError('VALIDATION_ERROR', `${inside} runs in ${root}, which has not run to its end.`, {
      advice: `First run ${root}.`,
      details: { missing: [root] },
    });
  });
}

/**
 * What earlier runs have of tasks, and of all that these depended on: each only together with the latter. `others`:
 * tasks that are not held, because they run or follow from those.
 */
function collectHeld(
  ids: readonly string[],
  runs: readonly EarlierRun[],
  others: ReadonlySet<string>,
): ReadonlyMap<string, Held> {
  const held = new Map<string, Held>();
  const missing: string[] = [];
  const users = new Map<string, string[]>();
  const seen = new Set<string>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const found = others.has(id) ? undefined : findNewest(id, runs);
    if (found === undefined) {
      missing.push(id);
      continue;
    }
    held.set(id, found);
    for (const name of listNeededIds(found.task, found.run.plan.tasks)) {
      users.set(name, [...(users.get(name) ?? []), id]);
      open.push(name);
    }
  }
  for (let id = missing.pop(); id !== undefined; id = missing.pop()) {
    for (const user of users.get(id) ?? []) if (held.delete(user)) missing.push(user);
  }
  return held;
}

/** A task that does not run, but gives what a person made up for it. */
function giveSample(task: PlannedTask, content: string): PlannedTask {
  const { condition: _condition, triggerRule: _rule, output: _artifact, validate: _check, ...rest } = task;
  return { ...rest, disabled: false, needs: [], reads: [], inputTasks: [], pinned: { content } };
}

/**
 * The newest run in which a task ended. A failed one has nothing to give, and an older result is not meant. What was
 * only a sample there is no result.
 */
function findNewest(id: string, runs: readonly EarlierRun[]): Held | undefined {
  for (const run of runs) {
    if (isSampleIn(run, id)) continue;
    const record = run.tasks.get(id);
    const task = indexTasks(run.plan).get(id);
    if (record === undefined || task === undefined) continue;
    if (record.hasFailed || record.isLost) return undefined;
    if (record.status !== 'unfinished') return { run, task };
  }
  return undefined;
}

/** Whether a run had a made-up output in place of what a task gives. */
function isSampleIn({ plan: { part } }: Pick<EarlierRun, 'plan'>, id: string): boolean {
  return part?.targets.samples?.[id] !== undefined && !(id in part.held);
}

const byId = new WeakMap<PlannedGraph, ReadonlyMap<string, PlannedTask>>();

function indexTasks(graph: PlannedGraph): ReadonlyMap<string, PlannedTask> {
  const known = byId.get(graph) ?? new Map(graph.tasks.map((task) => [task.id, task]));
  byId.set(graph, known);
  return known;
}

/** Throws if a task that runs depends on one that neither runs nor is given. */
function refuseMissing(plan: Plan, chosen: ReadonlySet<string>, given: ReadonlySet<string>): void {
  for (const id of chosen) {
    const task = indexTasks(plan).get(id);
    const missing = task && listNeededIds(task, plan.tasks).filter((name) => !chosen.has(name) && !given.has(name));
    if (missing === undefined || missing.length === 0) continue;
    const names = missing.join(' and ');
    throw new AppError('VALIDATION_ERROR', `${id} needs what ${names} ${missing.length > 1 ? 'give' : 'gives'}.`, {
      advice: `No run has that. First run ${names}, or run the workflow to ${id}.`,
      details: { missing },
    });
  }
}

/** Ids of the tasks that a task depends on or names. */
function listNeededIds({ id, needs, reads }: PlannedTask, tasks: readonly PlannedTask[]): readonly string[] {
  return [...new Set([...needs, ...reads])].flatMap((index) => tasks[index]?.id ?? []).filter((name) => name !== id);
}

function mapPositions(
  indices: readonly number[],
  tasks: readonly PlannedTask[],
  position: ReadonlyMap<string, number>,
): readonly number[] {
  return indices.flatMap((index) => position.get(tasks[index]?.id ?? '') ?? []);
}

/** All that a task depends on, directly or not. */
function collectSources(tasks: readonly PlannedTask[], id: string): ReadonlySet<string> {
  const known = new Map(tasks.map((task) => [task.id, task]));
  return collectReached(id, (other) => {
    const task = known.get(other);
    return task === undefined ? [] : listNeededIds(task, tasks);
  });
}

/** All that depends on a task, directly or not. */
function collectFollowers(tasks: readonly PlannedTask[], id: string): ReadonlySet<string> {
  const next = new Map<string, string[]>();
  for (const task of tasks) {
    for (const name of listNeededIds(task, tasks)) next.set(name, [...(next.get(name) ?? []), task.id]);
  }
  return collectReached(id, (other) => next.get(other) ?? []);
}

function collectReached(id: string, nextOf: (id: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...nextOf(id)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === id || found.has(next)) continue;
    found.add(next);
    open.push(...nextOf(next));
  }
  return found;
}

/**
 * The same tasks with their waves, which differ where held tasks waited for others. Error `VALIDATION_ERROR` if tasks
 * that are held from different runs wait for each other.
 */
function assignWaves(tasks: readonly PlannedTask[]): readonly PlannedTask[] {
  const waves = tasks.map(() => 0);
  const waiting = tasks.map(({ needs }) => needs.length);
  const users = tasks.map((): number[] => []);
  for (const { index, needs } of tasks) for (const need of needs) users[need]?.push(index);
  const open = tasks.flatMap(({ needs, index }) => (needs.length === 0 ? index : []));
  let placed = 0;
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    placed += 1;
    for (const user of users[index] ?? []) {
      waves[user] = Math.max(waves[user] ?? 0, (waves[index] ?? 0) + 1);
      waiting[user] = (waiting[user] ?? 0) - 1;
      if (waiting[user] === 0) open.push(user);
    }
  }
  if (placed < tasks.length) {
    throw new AppError('VALIDATION_ERROR', 'What earlier runs have does not fit together.', {
      advice: 'Run the whole workflow.',
    });
  }
  return tasks.map((task, index) => Object.freeze({ ...task, wave: waves[index] ?? 0 }));
}
