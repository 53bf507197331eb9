import { createCancelledError } from '@/base/cancelled';
import { AppError } from '@/base/errors';
import type { Clock } from '../ports/machine';
import { createChildAbort } from './child-abort';

/**
 * Performs an effect for at most `ms` (0: no limit). The effect's signal is aborted when the time is up or the run is
 * cancelled. The promise then rejects even if the effect ignores the signal. Errors: `TASK_FAILURE` with reason
 * `timeout`, `CANCELLED`.
 */
export async function performWithTimeout<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  perform: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw createCancelledError('The run');
  // Not AbortSignal.any: the run's signal would keep a reference to every effect for as long as the run lasts.
  const effect = createChildAbort(signal);
  const timer = ms > 0 ? createChildAbort(signal) : undefined;
  try {
    const stopped = rejectWhenAborted(effect.signal);
    const rivals = [perform(effect.signal), stopped];
    if (timer !== undefined)
      rivals.push(clock.sleep(ms, timer.signal).then(() => Promise.reject(createTimeoutError(ms))));
    return await Promise.race(rivals);
  } catch (error) {
    effect.abort();
    throw error;
  } finally {
    effect.release();
    timer?.abort();
    timer?.release();
  }
}

/** Rejects with `CANCELLED` when the signal is aborted. */
function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(createCancelledError('The run')));
  });
}

function createTimeoutError(ms: number): AppError {
  return new AppError('TASK_FAILURE', `It took longer than ${ms} ms.`, {
    retryable: true,
    advice: 'Raise limits.timeout_ms of the task, or make the task smaller.',
    details: { reason: 'timeout', timeoutMs: ms, resource: 'time', used: ms, limit: ms },
  });
}
