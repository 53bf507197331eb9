import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { samples } from '@/base/samples.testing';
import { layered } from '@/engine/log/layered-recording';
import { partialRecording } from '@/engine/log/partial-recording';
import { openForFork } from '@/engine/log/recording';
import type { EarlierRun } from '@/plan/forecast/forecast';
import { forecastAfter } from '@/plan/forecast/forecast-run';
import { partialPlan } from '@/plan/partial/partial-plan';
import type { RunTargets, TargetKind } from '@/plan/partial/run-targets';
import type { Plan } from '@/plan/plan';
import { planOf } from '@/plan/plan.testing';
import { earlierTasks } from '@/run/projections/earlier-tasks';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { performedIn, sourceOf } from './performed.testing';
import { randomEdit } from './random-edit.testing';
import { randomFrom, randomWorkflow } from './random-workflow.testing';
import { createRandomWorld, endsOf } from './random-world.testing';

const flows = fc.record({
  seed: fc.integer(),
  size: fc.integer({ min: 1, max: 6 }),
  depth: fc.integer({ min: 0, max: 3 }),
  order: fc.integer(),
  edit: fc.integer(),
  kind: fc.constantFrom<TargetKind>('only', 'from', 'until'),
  choice: fc.integer(),
});
/** A task was held by the run of a part, and is disabled now: what was told of it is another. */
const heldThenDisabled = {
  ...{ seed: 1732047708, size: 5, depth: 1, order: -1971939232, edit: 684196631 },
  ...{ kind: 'only' as const, choice: -298952375 },
};
/** The other task is told what the chosen one gave, which is skipped since: it is taken over, and then told less. */
const heldThenToldLess = {
  seed: -1037482585,
  size: 2,
  depth: 0,
  order: -962800752,
  edit: 14,
  kind: 'only' as const,
  choice: 0,
};
const agents = { one: {}, two: {} };

type World = ReturnType<typeof createRandomWorld>;

/** A run that has ended, as later ones see it. */
function earlierRun(id: string, plan: Plan, { log }: World): EarlierRun {
  return { id, plan, tasks: earlierTasks(reduceRun(emptyRun, log.events)) };
}

const recordingOf = (id: string, world: World) =>
  openForFork({ ...sourceOf(world), executionId: id }, world.log.events.length);

/** One or two tasks, at any depth, that ran in an earlier run. */
function chosenOf(kind: TargetKind, { tasks }: EarlierRun, seed: number): RunTargets {
  const random = randomFrom(seed);
  const paths = [...tasks.keys()].filter((path) => !path.includes('reparse:'));
  const one = () => ({ task: paths[Math.floor(random() * paths.length)] ?? '' });
  return { kind, tasks: random() < 0.7 ? [one()] : [one(), one()] };
}

function planPart(plan: Plan, targets: RunTargets, earlier: readonly EarlierRun[]): Plan | undefined {
  try {
    return partialPlan(plan, targets, earlier);
  } catch (error) {
    // What a chosen task needs has failed, or the edit has added it.
    if (error instanceof AppError && error.code === 'VALIDATION_ERROR') return undefined;
    throw error;
  }
}

describe('a run of a part of an edited workflow', () => {
  it('asks only what was chosen, and the rest after it gives the result of a whole run', async () => {
    await fc.assert(
      fc.asyncProperty(flows, async ({ seed, size, depth, order, edit, kind, choice }) => {
        const tasks = randomWorkflow(seed, size, depth);
        const before = planOf(tasks, { agents });
        const first = createRandomWorld(order);
        await first.run(before);
        const edited = randomEdit(tasks, edit);
        const plan = planOf(edited.tasks, { agents });
        const earlier = earlierRun('first', before, first);
        const targets = chosenOf(kind, earlier, choice);
        const partial = planPart(plan, targets, [earlier]);
        if (partial?.part === undefined) return;

        const second = createRandomWorld(order + 1);
        const sources = [{ id: 'first', recording: await recordingOf('first', first) }];
        await second.run(partial, partialRecording(sources, partial.part));
        const { held, left } = partial.part;
        const isIn = (path: string) => (one: string) => one === path || one.startsWith(`${path}/`);
        const wrong = performedIn(second.log.events).filter((path) =>
          kind === 'only'
            ? !targets.tasks.some(({ task }) => isIn(task)(path))
            : [...Object.keys(held), ...left].some((id) => isIn(id)(path)),
        );
        expect({ what: edited.what, targets, wrong }).toEqual({ what: edited.what, targets, wrong: [] });

        const foreseen = forecastAfter(plan, [earlierRun('second', partial, second), earlier]);
        const third = createRandomWorld(order + 2);
        await third.run(plan, layered([await recordingOf('second', second), await recordingOf('first', first)]));
        const whole = createRandomWorld(order + 3);
        await whole.run(plan);
        expect({ what: edited.what, targets, ends: endsOf(third.log.events) }).toEqual({
          what: edited.what,
          targets,
          ends: endsOf(whole.log.events),
        });
        const done = performedIn(third.log.events);
        const kept = [...(foreseen?.tasks ?? [])].filter(([, task]) => task.forecast === 'kept').map(([path]) => path);
        const broken = kept.filter((path) => done.some(isIn(path)));
        expect({ what: edited.what, targets, broken }).toEqual({ what: edited.what, targets, broken: [] });
      }),
      { numRuns: samples('PARTIAL_RUNS', 30, 300), examples: [[heldThenDisabled], [heldThenToldLess]] },
    );
  });
});
