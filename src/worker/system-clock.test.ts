import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from './system-clock';

describe('the system clock', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('waits, however long it is told to by a server', async () => {
    let over = false;
    const wait = systemClock.sleep(1e12, new AbortController().signal).then(() => {
      over = true;
    });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(over).toBe(false);
    await vi.runAllTimersAsync();
    await wait;
  });
});
