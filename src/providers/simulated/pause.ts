import { cancelled } from '@/base/cancelled';

/** The longest delay of a timer, 24 days; with a longer one it would fire at once. */
const maxTimer = 2 ** 31 - 1;

/** Waits; an abort rejects at once with `CANCELLED`. */
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
