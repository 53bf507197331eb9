import { type Failure, fromFailure, toFailure } from '@/base/errors';
import type { Attempt } from '../attempt';
import type { EngineDeps } from '../deps';
import type { Clock } from '../ports/machine';
import { decideRetry, jittered, type Patience } from './retry';

/**
 * Does something again for as long as nothing but the way to the provider fails and the task's policy allows it, so
 * that what stands beside it, such as the other samples of a vote, is not lost and paid for anew. What outlives this is
 * not to be retried as a whole either. A part of a task has had its own retries. `isWaitedFor`: which of these failures
 * it is done again for; default: all.
 */
export async function outlastTransport<T>(
  policy: Patience,
  { clock, random }: Pick<EngineDeps, 'random'> & { readonly clock: Pick<Clock, 'sleep'> },
  signal: AbortSignal,
  perform: () => Promise<T>,
  isWaitedFor: (failure: Failure) => boolean = () => true,
): Promise<T> {
  for (let made = 0; ; made++) {
    try {
      return await perform();
    } catch (error) {
      const failure = toFailure(error);
      if (signal.aborted || failure.code !== 'PROVIDER_ERROR' || failure.details?.['failed'] !== undefined) throw error;
      if (!isWaitedFor(failure)) throw error;
      const verdict = decideRetry(failure, policy, { transport: made, own: Number.POSITIVE_INFINITY });
      if (verdict.next !== 'retry') throw fromFailure({ ...failure, retryable: false });
      await clock.sleep(verdict.jitter ? jittered(verdict.delayMs, random()) : verdict.delayMs, signal);
    }
  }
}

/** A wait between two tries is no effect: the slot of the task is given to others. */
export function patientDeps(attempt: Attempt): Parameters<typeof outlastTransport>[1] {
  const { random, clock } = attempt.run.deps;
  return {
    random,
    clock: { sleep: (ms, signal) => attempt.aside(() => clock.sleep(ms, signal)) },
  };
}
