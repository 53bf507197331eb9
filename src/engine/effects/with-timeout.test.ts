import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createCancelledError } from '@/base/cancelled';
import { createVirtualClock } from '../testing/virtual-clock.testing';
import { createChildAbort } from './child-abort';
import { performWithTimeout } from './with-timeout';

/** An effect that remembers its signal, and never ends by itself. */
function openEffect() {
  const signals: AbortSignal[] = [];
  const perform = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<never>(() => {});
  };
  return { signals, perform, isAborted: () => signals.map(({ aborted }) => aborted) };
}

const listenersOf = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('an effect with a limit of time', () => {
  it('is stopped itself when its time is up, so that nothing more is paid for', async () => {
    const clock = createVirtualClock(0);
    const { signal } = new AbortController();
    const { perform, isAborted } = openEffect();
    await expect(clock.runUntil(performWithTimeout(clock, 50, signal, perform))).rejects.toMatchObject({
      code: 'TASK_FAILURE',
      retryable: true,
      message: 'It took longer than 50 ms.',
      details: { reason: 'timeout', timeoutMs: 50, resource: 'time', used: 50, limit: 50 },
    });
    expect(clock.now()).toBe(50);
    expect(isAborted()).toEqual([true]);
    expect(listenersOf(signal)).toBe(0);
  });

  it('is stopped with the run even if it ignores that, and never begins after it', async () => {
    for (const ms of [0, 50]) {
      const clock = createVirtualClock(0);
      const stop = new AbortController();
      const { perform, isAborted, signals } = openEffect();
      const work = performWithTimeout(clock, ms, stop.signal, perform);
      stop.abort();
      await expect(work).rejects.toMatchObject({ code: 'CANCELLED' });
      expect(isAborted()).toEqual([true]);
      await expect(performWithTimeout(clock, ms, stop.signal, perform)).rejects.toMatchObject({ code: 'CANCELLED' });
      expect(signals).toHaveLength(1);
      expect(clock.now()).toBe(0);
    }
  });

  it('gives what it came to or how it failed, and leaves no timer and no listener behind', async () => {
    const clock = createVirtualClock(0);
    const { signal } = new AbortController();
    const waits: AbortSignal[] = [];
    const watched = {
      ...clock,
      sleep: (ms: number, of: AbortSignal) => {
        waits.push(of);
        return clock.sleep(ms, of);
      },
    };
    const failure = createCancelledError('The call');
    let seen: AbortSignal | undefined;
    expect(await performWithTimeout(watched, 50, signal, async () => 'done')).toBe('done');
    await expect(
      performWithTimeout(watched, 50, signal, async (own) => {
        seen = own;
        throw failure;
      }),
    ).rejects.toBe(failure);
    expect(waits.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(seen?.aborted).toBe(true);
    expect(await performWithTimeout(watched, 0, signal, async (own) => own.aborted)).toBe(false);
    expect(waits).toHaveLength(2);
    expect(listenersOf(signal)).toBe(0);
  });
});

it('a child is aborted with its parent, alone, and from the start after it; released, it is no longer heard', () => {
  const parent = new AbortController();
  const [first, alone, released] = [
    createChildAbort(parent.signal),
    createChildAbort(parent.signal),
    createChildAbort(parent.signal),
  ];
  alone.abort();
  released.release();
  expect([first, alone, released].map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
  expect(parent.signal.aborted).toBe(false);
  parent.abort();
  expect([first, alone, released].map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
  expect(createChildAbort(parent.signal).signal.aborted).toBe(true);
});
