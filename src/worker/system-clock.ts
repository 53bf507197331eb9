import { AppError } from '@/base/errors';
import type { Clock } from '@/engine/ports';

/** The real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const cancel = () => {
        clearTimeout(timer);
        reject(new AppError('CANCELLED', 'Cancelled while waiting.'));
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', cancel);
        resolve();
      }, ms);
      if (signal.aborted) cancel();
      else signal.addEventListener('abort', cancel, { once: true });
    }),
};
