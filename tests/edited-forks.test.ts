import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import { editedRecording } from '@/engine/log/edited-recording';
import { heldRecording } from '@/engine/log/held-recording';
import { openForFork, openRecording } from '@/engine/log/recording';
import type { Forecast, RunForecast } from '@/plan/forecast/forecast';
import { forecastFork } from '@/plan/forecast/forecast-run';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import { instanceOf } from '@/run/journal-path';
import { earlierTasks } from '@/run/projections/earlier-tasks';
import { writtenTasks } from '@/run/projections/written-tasks';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { StoredEdit } from '@/run/run-edit';
import { performedIn, sourceOf } from './performed.testing';
import { randomEdit } from './random-edit.testing';
import { randomFrom, randomWorkflow } from './random-workflow.testing';
import { createRandomWorld } from './random-world.testing';

const flows = fc.record({
  seed: fc.integer(),
  size: fc.integer({ min: 1, max: 5 }),
  depth: fc.integer({ min: 0, max: 3 }),
  order: fc.integer(),
  choice: fc.integer(),
  /** The event of the fork, in parts of a hundred; two of three fork from the end. */
  part: fc.oneof(fc.constant(100), fc.constant(100), fc.integer({ min: 1, max: 100 })),
});
const agents = { one: {}, two: {} };
const runs = { numRuns: samples('EDITED_FORKS', 60, 1500) };
const isIn = (path: string) => (one: string) => one === path || one.startsWith(`${path}/`);

/** What a person could write in a run: an output, a reply, what a tool, a script or a person gave, or a prompt. */
function editables(events: readonly RunEvent[]): readonly Omit<StoredEdit, 'text'>[] {
  return events.flatMap(({ kind, path }): Omit<StoredEdit, 'text'>[] => {
    if (kind === 'task.completed') return [{ path, of: 'output' }];
    if (kind === 'script.exited' || kind === 'input.provided') return [{ path, of: 'result' }];
    if (kind !== 'model.replied') return [];
    return path.endsWith('turn/1')
      ? [
          { path, of: 'result' },
          { path, of: 'prompt' },
        ]
      : [{ path, of: 'result' }];
  });
}

const pathsOf = ({ tasks }: RunForecast, forecast: Forecast) =>
  [...tasks].filter(([, task]) => task.forecast === forecast).map(([path]) => path);

describe('what is foreseen of a fork', () => {
  it('in which a person wrote something, also from an earlier event, is what the fork then asks', async () => {
    await fc.assert(
      fc.asyncProperty(flows, async ({ seed, size, depth, order, choice, part }) => {
        const plan = planOf(randomWorkflow(seed, size, depth), { agents });
        const first = createRandomWorld(order);
        await first.run(plan);
        const upTo = Math.ceil((part / 100) * first.log.events.length);
        const seen = first.log.events.slice(0, upTo);
        const all = editables(seen);
        const random = randomFrom(choice);
        const picked = all[Math.floor(random() * all.length)];
        const text = picked?.path.includes('/ask/') ? '{"word": "mine"}' : 'what I wrote';
        const edits = picked === undefined ? [] : [{ ...picked, text: { text, length: text.length } }];

        const tasks = earlierTasks(reduceRun(emptyRun, seen));
        const foreseen = forecastFork([{ id: 'first', plan, tasks }], { written: writtenTasks(edits) });
        if (foreseen === undefined) throw new Error('Nothing is foreseen.');

        const second = createRandomWorld(order + 1);
        const source = sourceOf(first);
        const whole = await openRecording(source, upTo);
        const recording = editedRecording(await openForFork(source, upTo), whole, edits, async () => undefined);
        await second.run(plan, recording);
        // What a person wrote in place of a result was not performed; a prompt that a person wrote is sent.
        const done = performedIn(
          second.log.events.filter((event) => event.kind === 'model.requested' || event.written !== true),
        );
        const broken = pathsOf(foreseen, 'kept').filter((path) => done.some(isIn(path)));
        expect({ edits, broken }).toEqual({ edits, broken: [] });

        // Of a whole run: a prompt that was written is sent.
        if (picked?.of === 'prompt' && part === 100) {
          expect(pathsOf(foreseen, 'asked').some((path) => !path.includes('/'))).toBe(true);
          expect(second.log.events).toContainEqual(expect.objectContaining({ kind: 'model.requested', written: true }));
          expect(done.length).toBeGreaterThan(0);
        }
        expect(instanceOf(picked?.path ?? 'task/none')).toBeDefined();
      }),
      runs,
    );
  });

  it('of the workflow as it is now, from here on, is what it then asks', async () => {
    await fc.assert(
      fc.asyncProperty(flows, async ({ seed, size, depth, order, choice, part }) => {
        const tasks = randomWorkflow(seed, size, depth);
        const before = planOf(tasks, { agents });
        const first = createRandomWorld(order);
        await first.run(before);
        const upTo = Math.ceil((part / 100) * first.log.events.length);
        const edited = randomEdit(tasks, choice);
        const plan = planOf(edited.tasks, { agents });
        const known = earlierTasks(reduceRun(emptyRun, first.log.events.slice(0, upTo)));
        const foreseen = forecastFork([{ id: 'first', plan: before, tasks: known }], { plan, holds: true });

        const second = createRandomWorld(order + 1);
        await second.run(plan, heldRecording(await openForFork(sourceOf(first), upTo)));
        const done = performedIn(second.log.events);
        const broken = pathsOf(foreseen as RunForecast, 'kept').filter((path) => done.some(isIn(path)));
        expect({ what: edited.what, broken }).toEqual({ what: edited.what, broken: [] });
      }),
      runs,
    );
  });
});
