import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import { openForFork } from '@/engine/log/recording';
import type { Forecast } from '@/plan/forecast/forecast';
import { forecastRun } from '@/plan/forecast/forecast-run';
import { planOf } from '@/plan/plan.testing';
import { earlierTasks } from '@/run/projections/earlier-tasks';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { performedIn, sourceOf } from './performed.testing';
import { randomEdit } from './random-edit.testing';
import { randomWorkflow } from './random-workflow.testing';
import { createRandomWorld } from './random-world.testing';

const flows = fc.record({
  seed: fc.integer(),
  size: fc.integer({ min: 1, max: 5 }),
  depth: fc.integer({ min: 0, max: 3 }),
  order: fc.integer(),
  edit: fc.integer(),
});
const agents = { one: {}, two: {} };

describe('what is foreseen of a run of an edited workflow', () => {
  it('is what the run then does: what is kept asks nothing, and what is asked asks', async () => {
    await fc.assert(
      fc.asyncProperty(flows, async ({ seed, size, depth, order, edit }) => {
        const tasks = randomWorkflow(seed, size, depth);
        const before = planOf(tasks, { agents });
        const first = createRandomWorld(order);
        await first.run(before);
        const edited = randomEdit(tasks, edit);
        const plan = planOf(edited.tasks, { agents });
        const state = reduceRun(emptyRun, first.log.events);
        const foreseen = forecastRun(plan, { id: 'before', plan: before, tasks: earlierTasks(state) });

        const second = createRandomWorld(order + 1);
        await second.run(plan, await openForFork(sourceOf(first), first.log.events.length));
        const done = performedIn(second.log.events);
        const of = (forecast: Forecast) =>
          [...foreseen.tasks].filter(([, task]) => task.forecast === forecast).map(([path]) => path);
        const isIn = (path: string) => (one: string) => one === path || one.startsWith(`${path}/`);
        const broken = of('kept').filter((path) => done.some(isIn(path)));
        expect({ what: edited.what, broken }).toEqual({ what: edited.what, broken: [] });
        // Another one that is asked, or one that is skipped or waited for now, might make this one unreachable.
        const [asked, ...others] = of('asked').filter((path) => !path.includes('/'));
        const isSkipped =
          /^(disabled|condition|needs) /.test(edited.what) || edited.tasks[asked ?? '']?.['condition'] === 'false';
        if (asked === undefined || others.length > 0 || isSkipped) return;
        expect({ what: edited.what, asked, done }).toMatchObject({
          done: expect.arrayContaining([expect.stringMatching(new RegExp(`^${asked}(/|$)`))]),
        });
      }),
      { numRuns: samples('FORECASTS', 100, 500) },
    );
  });
});
