import { AppError } from '@/base/errors';
import { cancelled } from './cancelled';
import type { Clock } from './ports';

/**
 * Performs an effect for at most `ms` (0: as long as it takes). The signal it is given is aborted when its time is up or the run is
 * cancelled; the caller is answered then, even if the effect does not listen. Errors: `TASK_FAILURE` with reason `timeout`,
 * `CANCELLED`.
 */
export async function withTimeout<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  perform: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw cancelled();
  const over = new AbortController();
  const inner = AbortSignal.any([signal, over.signal]);
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(cancelled()), { once: true, signal: over.signal });
  });
  try {
    const rivals = [perform(inner), stopped];
    if (ms > 0) rivals.push(clock.sleep(ms, inner).then(() => Promise.reject(timeout(ms))));
    return await Promise.race(rivals);
  } finally {
    over.abort();
  }
}

function timeout(ms: number): AppError {
  return new AppError('TASK_FAILURE', `It took longer than ${ms} ms.`, {
    retryable: true,
    advice: 'Raise limits.timeout_ms of the task, or make the task smaller.',
    details: { reason: 'timeout', timeoutMs: ms },
  });
}
