import { afterEach, expect, it, vi } from 'vitest';
import { createPauses } from './pauses';

afterEach(() => {
  vi.useRealTimers();
});

it('lets a timer go on among writes that wait for nothing, and does not pause for each of them', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const pause = createPauses();
  let fired = false;
  setTimeout(() => {
    fired = true;
  }, 1);
  // Each write takes a millisecond of a clock that nothing else moves, so that a busy machine counts as any other.
  const pausedAt: number[] = [];
  let writes = 0;
  for (; writes < 100 || (!fired && writes < 10_000_000); writes++) {
    vi.advanceTimersByTime(1);
    const wait = pause();
    if (wait !== undefined) pausedAt.push(writes + 1);
    await wait;
  }
  expect(fired).toBe(true);
  expect(pausedAt.length).toBeGreaterThan(0);
  expect(pausedAt).toEqual(pausedAt.map((_, index) => 8 * (index + 1)));
});
