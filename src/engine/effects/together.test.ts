import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { createVirtualClock } from '../testing/virtual-clock.testing';
import { runTogether } from './together';

const clock = createVirtualClock(0);
const after = (ms: number, result: string) => async (signal: AbortSignal) => {
  await clock.sleep(ms, signal);
  return result;
};
const failing = (ms: number, message: string) => async (signal: AbortSignal) => {
  await clock.sleep(ms, signal);
  throw new Error(message);
};

it('works in parallel give their results in order', async () => {
  const { signal } = new AbortController();
  const begun = clock.now();
  expect(await clock.runUntil(runTogether(signal, [after(30, 'a'), after(10, 'b'), after(20, 'c')]))).toEqual([
    'a',
    'b',
    'c',
  ]);
  expect(clock.now() - begun).toBe(30);
  expect(await clock.runUntil(runTogether(signal, [after(1, 'alone')]))).toEqual(['alone']);
  expect(await runTogether(signal, [])).toEqual([]);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('when one fails the others are stopped and waited for, and the first error is thrown', async () => {
  const { signal } = new AbortController();
  const ended: string[] = [];
  const slow = async (own: AbortSignal) => {
    await clock.sleep(1000, own).catch(() => clock.sleep(5, signal));
    ended.push('slow');
    return 'slow';
  };
  const begun = clock.now();
  const work = runTogether(signal, [slow, failing(20, 'late'), failing(10, 'first'), after(500, 'x')]);
  await expect(clock.runUntil(work)).rejects.toThrow('first');
  expect(ended).toEqual(['slow']);
  expect(clock.now() - begun).toBe(15);
  expect(signal.aborted).toBe(false);
  await expect(clock.runUntil(runTogether(signal, [failing(1, 'alone')]))).rejects.toThrow('alone');
});

it('is cancelled with its parent, whatever its works then say', async () => {
  const stop = new AbortController();
  const deaf = async (own: AbortSignal) => {
    await clock.sleep(10, own).catch(() => undefined);
    return 'deaf';
  };
  const work = runTogether(stop.signal, [deaf, failing(20, 'x')]);
  stop.abort();
  await expect(clock.runUntil(work)).rejects.toMatchObject({ code: 'CANCELLED' });
  await expect(clock.runUntil(runTogether(stop.signal, [deaf, deaf]))).rejects.toMatchObject({ code: 'CANCELLED' });
});
