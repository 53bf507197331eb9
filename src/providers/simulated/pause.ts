import { cancelled } from '@/base/cancelled';

/** The longest that a timer can wait, 24 days; asked for more it would not wait at all. */
const maxTimer = 2 ** 31 - 1;

/** Waits; an abort ends it at once with `CANCELLED`. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(cancelled('The call'));
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', abort);
        resolve();
      },
      Math.min(ms, maxTimer),
    );
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
