import { expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { planOf } from '@/plan/plan.testing';
import type { WaitingCalls } from '@/run/runner';
import type { CallFollower } from '../ports/model-client';
import { createVirtualClock } from '../testing/virtual-clock.testing';
import { createWorld } from '../testing/world.testing';
import { LimitWaits } from './limit-waits';

it('tells of each change, and again every second as long as calls wait, with what is then expected', async () => {
  const clock = createVirtualClock(0);
  const reports: (readonly [at: number, waits: readonly WaitingCalls[]])[] = [];
  const waits = new LimitWaits(clock, (now) => reports.push([clock.now(), now]));
  const wait = { provider: 'lab', label: 'Lab', until: () => 10_000 + clock.now() };
  const [first, second] = [waits.follow(), waits.follow()];
  const never = new AbortController().signal;
  first.onWait(wait);
  second.onWait({ ...wait });
  await clock.runUntil(clock.sleep(2500, never));
  first.onWait(undefined);
  second.onWait(undefined);
  await clock.runUntil(clock.sleep(5000, never));
  const lab = (calls: number, until: number) => [{ provider: 'lab', label: 'Lab', calls, until }];
  expect(reports).toEqual([
    [0, lab(1, 10_000)],
    [0, lab(2, 10_000)],
    [1000, lab(2, 11_000)],
    [2000, lab(2, 12_000)],
    [2500, lab(1, 12_500)],
    [2500, []],
  ]);
  expect([first.waitedMs(), second.waitedMs()]).toEqual([2500, 2500]);
});

it('how long a call was held back is no time of the model', async () => {
  const world = createWorld();
  const { clock } = world;
  const reply = { content: 'x', finishReason: 'stop', inputTokens: 1, outputTokens: 1, cachedTokens: 0 } as const;
  const generate = async (_request: unknown, { signal, onWait }: CallFollower) => {
    onWait?.({ provider: 'lab', label: 'Lab', until: () => clock.now() + 5000 });
    await clock.sleep(5000, signal);
    onWait?.(undefined);
    await clock.sleep(300, signal);
    return reply;
  };
  Object.assign(world.models, { generate });
  expect(await world.run(planOf({ a: {} }))).toBe('completed');
  const replied = world.log.events.find(({ kind }) => kind === 'model.replied');
  expect(replied?.data).toMatchObject({ durationMs: 300 });
});

it('a timeout while a call is held back says for whose limit; any other error, or none held back, stays as it is', () => {
  const clock = createVirtualClock(0);
  const call = new LimitWaits(clock, () => {}).follow();
  const timeout = new AppError('TASK_FAILURE', 'It took longer.', { retryable: true, details: { reason: 'timeout' } });
  const other = new AppError('TASK_FAILURE', 'It broke.', { details: { reason: 'tool' } });
  const plain = new Error('It broke.');
  for (const error of [timeout, other, plain]) expect(call.explain(error)).toBe(error);
  call.onWait({ provider: 'lab', label: 'Lab', until: () => undefined });
  for (const error of [other, plain]) expect(call.explain(error)).toBe(error);
  expect(call.explain(timeout)).toMatchObject({
    code: 'TASK_FAILURE',
    message: 'It took longer. Then it still waited for Lab’s limit.',
    retryable: true,
    details: { reason: 'timeout' },
  });
  call.onWait(undefined);
  expect(call.explain(timeout)).toBe(timeout);
});

it('a call that waits again, or for another limit, is counted once and for all of its time', async () => {
  const clock = createVirtualClock(0);
  const reports: unknown[] = [];
  const waits = new LimitWaits(clock, (now) =>
    reports.push(now.map(({ provider, calls, until }) => [provider, calls, until])),
  );
  const call = waits.follow();
  const never = new AbortController().signal;
  const wait = (provider: string) => call.onWait({ provider, label: provider, until: () => undefined });
  call.onWait(undefined);
  wait('lab');
  await clock.runUntil(clock.sleep(100, never));
  wait('sim');
  await clock.runUntil(clock.sleep(200, never));
  call.onWait(undefined);
  await clock.runUntil(clock.sleep(400, never));
  call.onWait(undefined);
  wait('lab');
  await clock.runUntil(clock.sleep(800, never));
  call.onWait(undefined);
  expect(reports).toEqual([[], [['lab', 1, null]], [['sim', 1, null]], [], [], [['lab', 1, null]], []]);
  expect(call.waitedMs()).toBe(1100);
});
