import { expect } from 'vitest';
import { AppError } from '@/base/errors';
import { createEditedRecording } from '@/engine/log/edited-recording';
import { createHeldRecording } from '@/engine/log/held-recording';
import { layerRecordings } from '@/engine/log/layered-recording';
import { createPartialRecording } from '@/engine/log/partial-recording';
import { openForFork, openRecording } from '@/engine/log/recording';
import { compileDefinition } from '@/plan/build-plan';
import type { EarlierRun, Forecast, RunForecast } from '@/plan/forecast/forecast';
import { forecastAfter, forecastFork, forecastRun } from '@/plan/forecast/forecast-run';
import { buildPartialPlan } from '@/plan/partial/partial-plan';
import type { RunTargets } from '@/plan/partial/run-targets';
import type { Plan } from '@/plan/plan';
import { documentOf, keepUnchanged } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import { findInstance } from '@/run/journal-path';
import { collectEarlierTasks } from '@/run/projections/earlier-tasks';
import { collectWrittenTasks } from '@/run/projections/written-tasks';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { StoredEdit } from '@/run/run-edit';
import { expectRightTotals } from './log-checks.testing';
import { endsOf, isIn, performedIn, sourceOf } from './performed.testing';
import { randomEdit } from './random-edit.testing';
import { randomFrom } from './random-workflow.testing';
import { createRandomWorld, type RandomWorld } from './random-world.testing';
import type { SampleRun } from './sample-runs.testing';

function foreseenPaths(foreseen: RunForecast | undefined, forecast: Forecast): readonly string[] {
  if (foreseen === undefined) throw new Error('Nothing is foreseen.');
  return [...foreseen.tasks].filter(([, task]) => task.forecast === forecast).map(([path]) => path);
}

/** Asserts that a run asked nothing of what was foreseen to be kept. */
function expectKept(foreseen: RunForecast | undefined, done: readonly string[], what: unknown): void {
  const broken = foreseenPaths(foreseen, 'kept').filter((path) => done.some(isIn(path)));
  expect({ what, broken }).toEqual({ what, broken: [] });
}

const earlierRun = (id: string, plan: Plan, { log }: RandomWorld): EarlierRun => ({
  id,
  plan,
  tasks: collectEarlierTasks(reduceRun(emptyRun, log.events)),
});

/** Of a run of the edited workflow: what is kept asks nothing, and what is asked asks. */
export async function checkForecast(run: SampleRun): Promise<void> {
  const { flow, plan, world, events, chances } = run;
  for (const edited of [run.edited, ...run.editedOtherwise]) {
    const foreseen = forecastRun(edited.plan, earlierRun('before', plan, world));
    const fork = createRandomWorld({ ...chances, seed: chances.seed + 1 });
    await fork.run(edited.plan, await openForFork(sourceOf(world), events.length));
    const done = performedIn(fork.log.events);
    expectKept(foreseen, done, edited.what);
    expectRightTotals(fork);
    // Another one that is asked, or one that is skipped or waited for now, might make this one unreachable.
    const [asked, ...others] = foreseenPaths(foreseen, 'asked').filter((path) => !path.includes('/'));
    const isSkipped =
      /^(disabled|condition|needs) /.test(edited.what) || edited.tasks[asked ?? '']?.['condition'] === 'false';
    if (asked === undefined || others.length > 0 || isSkipped || flow.kind === 'rich') continue;
    expect({ what: edited.what, asked, isAsked: done.some(isIn(asked)) }).toMatchObject({ isAsked: true });
  }
}

/** Of a fork from the middle that keeps what came before. */
export async function checkHeldForecast({ plan, world, events, cut, edited, chances }: SampleRun): Promise<void> {
  const tasks = collectEarlierTasks(reduceRun(emptyRun, events.slice(0, cut)));
  const foreseen = forecastFork([{ id: 'first', plan, tasks }], { plan: edited.plan, holds: true });
  const fork = createRandomWorld({ ...chances, seed: chances.seed + 1 });
  await fork.run(edited.plan, createHeldRecording(await openForFork(sourceOf(world), cut)));
  expectKept(foreseen, performedIn(fork.log.events), edited.what);
  expectRightTotals(fork);
}

/**
 * What a person could write in a run: an output, a reply, what a tool, a script or a person gave, or a prompt. A prompt
 * only of a task that is one conversation: the page offers no other, such as that of a step of a pipeline.
 */
function editablesOf(events: readonly RunEvent[]): readonly Omit<StoredEdit, 'text'>[] {
  const conversations = new Set(
    events.flatMap((event) => (event.kind === 'task.started' && event.data.type === 'atomic' ? [event.path] : [])),
  );
  return events.flatMap(({ kind, path }): Omit<StoredEdit, 'text'>[] => {
    if (kind === 'task.completed') return [{ path, of: 'output' }];
    if (kind === 'script.exited' || kind === 'input.provided') return [{ path, of: 'result' }];
    if (kind !== 'model.replied') return [];
    const result = { path, of: 'result' } as const;
    const isPrompt = path.endsWith('turn/1') && conversations.has(findInstance(path) ?? '');
    return isPrompt ? [result, { path, of: 'prompt' }] : [result];
  });
}

/** Of a fork in which a person wrote something. */
export async function checkWrittenFork({ plan, world, events, cut, chances, flow }: SampleRun): Promise<void> {
  const seen = events.slice(0, cut);
  const all = editablesOf(seen);
  const picked = all[Math.floor(randomFrom(flow.choice)() * all.length)];
  const text = picked?.path.includes('/ask/') ? '{"word": "mine"}' : 'what I wrote';
  const edits = picked === undefined ? [] : [{ ...picked, text: { text, length: text.length } }];
  const places = edits.map(({ path }) => path);
  const tasks = collectEarlierTasks(reduceRun(emptyRun, seen));
  const foreseen = forecastFork([{ id: 'first', plan, tasks }], { written: collectWrittenTasks(edits) });

  const fork = createRandomWorld({ ...chances, seed: chances.seed + 1 });
  const source = sourceOf(world);
  const whole = await openRecording(source, cut);
  await fork.run(
    plan,
    createEditedRecording(await openForFork(source, cut, places), whole, edits, async () => undefined),
  );
  // What a person wrote in place of a result was not performed; a prompt that a person wrote is sent.
  const made = fork.log.events.filter((event) => event.kind === 'model.requested' || event.written !== true);
  const done = performedIn(made);
  expectKept(foreseen, done, edits);
  expectRightTotals(fork);
  if (picked?.of !== 'prompt' || cut < events.length) return;
  expect(foreseenPaths(foreseen, 'asked').some((path) => !path.includes('/'))).toBe(true);
  expect(fork.log.events).toContainEqual(expect.objectContaining({ kind: 'model.requested', written: true }));
  expect(done.length).toBeGreaterThan(0);
}

/** One or two tasks, at any depth, that ran in an earlier run. */
function targetsOf({ flow }: SampleRun, { tasks }: EarlierRun): RunTargets {
  const random = randomFrom(flow.choice);
  const paths = [...tasks.keys()].filter((path) => !path.includes('reparse:'));
  const one = () => ({ task: paths[Math.floor(random() * paths.length)] ?? '' });
  return { kind: flow.target, tasks: random() < 0.7 ? [one()] : [one(), one()] };
}

function planPart(plan: Plan, targets: RunTargets, earlier: readonly EarlierRun[]): Plan | undefined {
  try {
    return buildPartialPlan(plan, targets, earlier);
  } catch (error) {
    // What a chosen task needs has failed, or the edit has added it.
    if (error instanceof AppError && error.code === 'VALIDATION_ERROR') return undefined;
    throw error;
  }
}

/** The plan of a random part of the edited workflow; undefined: that part cannot run. */
export function planRandomPart(run: SampleRun): { readonly targets: RunTargets; readonly partial: Plan } | undefined {
  const earlier = earlierRun('first', run.plan, run.world);
  const targets = targetsOf(run, earlier);
  const partial = planPart(run.edited.plan, targets, [earlier]);
  return partial?.part === undefined ? undefined : { targets, partial };
}

/** A run of a part of the edited workflow asks only what was chosen; the rest after it gives what a whole run gives. */
export async function checkPart(run: SampleRun): Promise<void> {
  const { plan: before, world: first, chances } = run;
  const { plan, what } = run.edited;
  const { targets, partial } = planRandomPart(run) ?? {};
  if (partial?.part === undefined || targets === undefined) return;
  const worldOf = (later: number) => createRandomWorld({ ...chances, seed: chances.seed + later });
  const recordingOf = (id: string, world: RandomWorld) => openForFork(sourceOf(world, id), world.log.events.length);

  const second = worldOf(1);
  const sources = [{ id: 'first', recording: await recordingOf('first', first) }];
  await second.run(partial, createPartialRecording(sources, partial.part));
  const { held, left } = partial.part;
  const wrong = performedIn(second.log.events).filter((path) =>
    targets.kind === 'only'
      ? !targets.tasks.some(({ task }) => isIn(task)(path))
      : [...Object.keys(held), ...left].some((id) => isIn(id)(path)),
  );
  expect({ what, targets, wrong }).toEqual({ what, targets, wrong: [] });

  const foreseen = forecastAfter(plan, [earlierRun('second', partial, second), earlierRun('first', before, first)]);
  const third = worldOf(2);
  await third.run(plan, layerRecordings([await recordingOf('second', second), await recordingOf('first', first)]));
  const whole = worldOf(3);
  await whole.run(plan);
  const ends = endsOf(third.log.events);
  expect({ what, targets, ends }).toEqual({ what, targets, ends: endsOf(whole.log.events) });
  if (foreseen !== undefined) expectKept(foreseen, performedIn(third.log.events), { what, targets });
  for (const world of [second, third]) expectRightTotals(world);
}

const settings: readonly object[] = [
  ...[{}, {}, {}],
  { variables: { SUBJECT: 'looms' } },
  { variables: { SUBJECT: 'shuttles' } },
  { errorHandling: { onError: 'continue' } },
  { limits: { maxTurns: 3 } },
  { context: { mode: 'manual' } },
  { context: { repeatNamed: true } },
  { agents: { one: { system: 'Be brief.' }, two: {} } },
];

/** The plan after each of several edits is what it is when it is made anew. Returns how many tasks were reused. */
export function checkPlansAfterEdits({ flow, tasks: before, settings: given }: SampleRun): number {
  const random = randomFrom(flow.edit);
  let tasks = before;
  let document = documentOf(tasks, given);
  let plan = compileDefinition(document, []);
  let reused = 0;
  for (let edit = 0; edit < 6; edit++) {
    tasks = randomEdit(tasks, Math.floor(random() * 2 ** 32)).tasks;
    const anew = documentOf(tasks, { ...given, ...settings[Math.floor(random() * settings.length)] });
    document = keepUnchanged(document, anew);
    const last = plan;
    plan = compileDefinition(document, []);
    expect(plan).toEqual(compileDefinition(anew, []));
    reused += plan.tasks.filter((task, index) => task === last.tasks[index]).length;
  }
  return reused;
}
