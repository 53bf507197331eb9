import { setTimeout } from 'node:timers/promises';
import { AppError } from '@/base/errors';
import type { Clock } from '@/engine/ports/machine';

/** The longest that a timer can wait, 24 days; asked for more it would not wait at all. */
const maxTimer = 2 ** 31 - 1;

/** The real time. */
export const nodeClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    setTimeout(Math.min(ms, maxTimer), undefined, { signal }).catch(() => {
      throw new AppError('CANCELLED', 'Cancelled while waiting.');
    }),
};
