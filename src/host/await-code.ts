import { AppError, type Failure, toFailure } from '@/base/errors';
import type { Clock } from '@/engine/ports/machine';

/** What a run needs to wait for its code. */
export interface Waiting {
  readonly clock: Pick<Clock, 'sleep'>;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Whether an error says that the code could not be fetched. */
  readonly isNotFetched: (error: unknown) => boolean;
  /** Called with a failure when code is missing, and without one once it is loaded. */
  readonly onMissing: (failure?: Failure) => void;
}

/** Pauses between two tries to load code, in ms: the first, and the longest. */
const firstPause = 1000;
const longestPause = 30_000;

/**
 * Loads code that a run needs, and retries until it can be fetched: a run does not fail because the page's server is
 * unreachable. Errors: `CANCELLED`; other errors of `load`.
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
      onMissing(toFailure(createCodeMissingError(error)));
      await clock.sleep(pause, signal);
    }
  }
}

function createCodeMissingError(cause: unknown): AppError {
  return new AppError('INTERNAL', 'A part of Heddle that the run needs could not be loaded.', {
    advice: 'Check the connection. Heddle keeps trying; nothing is lost.',
    cause,
  });
}
