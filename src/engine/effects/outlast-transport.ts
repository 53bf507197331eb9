import { type Failure, fromFailure, toFailure } from '@/base/errors';
import type { Attempt } from '../attempt';
import type { EngineDeps } from '../deps';
import type { Clock } from '../ports/machine';
import { addJitter, decideRetry, type Patience } from './retry';

/**
 * Repeats something while only the connection to the provider fails and the task's policy allows a retry. So work
 * beside it, such as the other samples of a vote, is not lost and paid for again. A failure that remains is not retried
 * as a whole either. A failed part of a task is not repeated, because it has had its own retries. `isWaitedFor`: which
 * of these failures are worth a repetition; default: all.
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
      await clock.sleep(verdict.jitter ? addJitter(verdict.delayMs, random()) : verdict.delayMs, signal);
    }
  }
}

/** The dependencies for waits that give the slot of the task to others: a wait between two tries is no effect. */
export function createPatientDeps(attempt: Attempt): Parameters<typeof outlastTransport>[1] {
  const { random, clock } = attempt.run.deps;
  return {
    random,
    clock: { sleep: (ms, signal) => attempt.aside(() => clock.sleep(ms, signal)) },
  };
}
