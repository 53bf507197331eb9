import { AppError } from '@/base/errors';
import type { Clock } from '../ports/machine';

/** A clock that stands still until all work waits for it. Then it jumps to the next time that anyone waits for. */
export interface VirtualClock extends Clock {
  /** Settles like `work`, and moves the time forward whenever nothing else can continue. */
  runUntil<T>(work: Promise<T>): Promise<T>;
}

interface Sleeper {
  readonly due: number;
  readonly order: number;
  readonly wake: () => void;
}

/** A clock that jumps to the next time that anyone waits for, so that no test waits. */
export function createVirtualClock(start = Date.UTC(2026, 0, 1)): VirtualClock {
  let now = start;
  let count = 0;
  const sleepers = new Set<Sleeper>();
  const idle = () => new Promise<void>((resolve) => setImmediate(resolve));

  return {
    now: () => now,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        const stop = () => reject(new AppError('CANCELLED', 'Cancelled.'));
        if (signal.aborted) return stop();
        const giveUp = () => {
          sleepers.delete(sleeper);
          stop();
        };
        const wake = () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        };
        const sleeper = { due: now + Math.max(0, ms), order: count++, wake };
        sleepers.add(sleeper);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
    async runUntil(work) {
      let settled = false;
      const mark = () => {
        settled = true;
      };
      work.then(mark, mark);
      for (;;) {
        // Two turns, because what one of them starts may itself need one.
        await idle();
        await idle();
        if (settled) return work;
        const next = [...sleepers].sort((a, b) => a.due - b.due || a.order - b.order)[0];
        if (next === undefined) throw new Error('Nothing can go on: everything waits for something that never comes.');
        sleepers.delete(next);
        now = Math.max(now, next.due);
        next.wake();
      }
    },
  };
}
