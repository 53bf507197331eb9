import { expect, it } from 'vitest';
import type { EventDraft } from '@/run/events';
import { runOf, started } from '@/run/run-of.testing';
import { storedRuns } from '@/state/stored-run.testing';
import { interpolateSeq, readTimes } from './event-times';
import { buildPhases } from './phases';

/** As `runOf` has them: the event `seq` was so many seconds after the start of 2026. */
const start = Date.parse('2026-01-01T00:00:00.000Z');
const timesTo = (last: number) =>
  Array.from({ length: last }, (_, index) => ({ seq: index + 1, at: start + index * 1000 }));
const done = (path: string): EventDraft => ({
  kind: 'task.completed',
  path,
  data: { status: 'COMPLETE', attempts: 1, usage: null, durationMs: 1 },
});
const round = (path: string, n: number): EventDraft => ({
  kind: 'iteration.logged',
  path: `${path}/iter/${n}`,
  data: { n, of: 'director_evaluator', exitCode: 0, usage: null, durationMs: 2000 },
});
const begun: EventDraft = { kind: 'run.started', path: '', data: { planHash: '', workflowId: 'w', taskCount: 3 } };

const shown = (drafts: readonly EventDraft[]) => {
  const run = runOf(...drafts);
  return buildPhases(run, timesTo(drafts.length), drafts.length).map(
    ({ taskPath, round: n, from, to }) => `${taskPath}${n === undefined ? '' : ` ${n}`}: ${from}–${to}`,
  );
};

it('shows the tasks of the document one after the other, and none that is within another', () => {
  const drafts = [
    begun,
    started('task/a'),
    done('task/a'),
    started('task/m'),
    started('task/m/attempt/1/item/0/task/x'),
    done('task/m/attempt/1/item/0/task/x'),
    done('task/m'),
  ];
  expect(shown(drafts)).toEqual(['a: 2–4', 'm: 4–8']);
});

it('gives of tasks beside one another each what began with it, so that none is covered', () => {
  expect(shown([begun, started('task/a'), started('task/b'), done('task/a'), done('task/b')])).toEqual([
    'a: 2–3',
    'b: 3–6',
  ]);
});

it('shows what still goes on to the end', () => {
  expect(shown([begun, started('task/a'), started('task/a/attempt/1/item/0/task/x')])).toEqual(['a: 2–4']);
});

it('parts a task that went in rounds', () => {
  const drafts = [
    begun,
    started('task/d'),
    started('task/d/iter/1/task/director'),
    round('task/d', 1),
    started('task/d/iter/2/task/director'),
    round('task/d', 2),
    done('task/d'),
  ];
  expect(shown(drafts)).toEqual(['d 1: 2–4', 'd 2: 4–6', 'd: 6–8']);
});

it('knows when events were from a few of a long log, and takes those between as evenly spread', async () => {
  const log = Array.from({ length: 4001 }, (_, index) => ({
    ...{ v: 2, seq: index + 1, t: new Date(start + index * 500).toISOString(), id: '', path: '' },
    kind: 'run.cancelled' as const,
    data: {},
  })) as Parameters<typeof storedRuns>[0][string];
  const { runner, asked } = storedRuns({ one: log });
  const times = await readTimes(runner, 'one', 4001);
  expect(asked.length).toBeLessThan(60);
  for (const seq of [1, 2, 777, 2500, 4001]) expect(interpolateSeq(times, start + (seq - 1) * 500)).toBeCloseTo(seq, 0);
  expect(interpolateSeq(times, start + 1e9)).toBe(4001);
});
