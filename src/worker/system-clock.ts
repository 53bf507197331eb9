import { AppError } from '@/base/errors';
import type { Clock } from '@/engine/ports/machine';

/** The longest delay of a timer, 24 days; with a longer one it would fire at once. */
const maxTimer = 2 ** 31 - 1;

/** The real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const cancelWait = () => {
        clearTimeout(timer);
        reject(new AppError('CANCELLED', 'Cancelled while waiting.'));
      };
      const timer = setTimeout(
        () => {
          signal.removeEventListener('abort', cancelWait);
          resolve();
        },
        Math.min(ms, maxTimer),
      );
      if (signal.aborted) cancelWait();
      else signal.addEventListener('abort', cancelWait, { once: true });
    }),
};
