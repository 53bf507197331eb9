import { createCancelledError } from '@/base/cancelled';

/** The longest delay of a timer, 24 days; with a longer one it would fire at once. */
const maxTimer = 2 ** 31 - 1;

/** Waits; an abort rejects at once with `CANCELLED`. */
export function pauseCall(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abortPause = () => {
      clearTimeout(timer);
      reject(createCancelledError('The call'));
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', abortPause);
        resolve();
      },
      Math.min(ms, maxTimer),
    );
    if (signal.aborted) abortPause();
    else signal.addEventListener('abort', abortPause);
  });
}
