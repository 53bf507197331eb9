import { setTimeout } from 'node:timers/promises';
import { AppError } from '@/base/errors';
import type { Clock } from '@/engine/ports/machine';

/** The longest delay of a timer, 24 days. With a longer one it would fire at once. */
const maxTimer = 2 ** 31 - 1;

/** The system's clock. */
export const nodeClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    setTimeout(Math.min(ms, maxTimer), undefined, { signal }).catch(() => {
      throw new AppError('CANCELLED', 'Cancelled while waiting.');
    }),
};
