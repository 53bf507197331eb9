import { AppError, type Failure, toFailure } from '@/base/errors';
import type { Clock } from '@/engine/ports/machine';

/** What a run waits with for its code. */
export interface Waiting {
  readonly clock: Pick<Clock, 'sleep'>;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** Whether an error says that the code could not be fetched. */
  readonly isNotFetched: (error: unknown) => boolean;
  /** Told when code is missing, and, without a failure, when it is there. */
  readonly onMissing: (failure?: Failure) => void;
}

/** How long it is before code is asked for again, in ms: at first, and at most. */
const firstPause = 1000;
const longestPause = 30_000;

/**
 * Loads code that a run needs, again and again until it can be fetched: a run does not fail because the server of the
 * page is away. Errors: `CANCELLED`; those of `load` that are of another kind.
 */
export async function awaitCode<T>(
  load: () => Promise<T>,
  { clock, signal, isNotFetched, onMissing }: Waiting,
): Promise<T> {
  for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
    try {
      const code = await load();
      if (pause > firstPause) onMissing();
      return code;
    } catch (error) {
      if (!isNotFetched(error)) throw error;
      onMissing(toFailure(codeMissing(error)));
      await clock.sleep(pause, signal);
    }
  }
}

function codeMissing(cause: unknown): AppError {
  return new AppError('INTERNAL', 'A part of Heddle that the run needs could not be loaded.', {
    advice: 'Check the connection. It is tried again until it is there; nothing is lost.',
    cause,
  });
}
