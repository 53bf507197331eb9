import { AppError } from '@/base/errors';
import type { Attempt } from '../attempt';
import type { McpServer } from '../ports/tool-client';

/**
 * Calls a server within the time limit of the attempt. If a person has to sign in first, it waits for that without a
 * slot and outside the time limit, and then repeats the call. The repetition is safe, because a server that rejected
 * the call has done nothing.
 */
export async function askSignedIn<T>(
  server: McpServer,
  attempt: Attempt,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, run } = attempt;
  for (;;) {
    try {
      return (await attempt.timed(ask)).value;
    } catch (error) {
      const { tools } = run.deps;
      const host = error instanceof AppError && error.code === 'KEY_NEEDED' ? error.details?.['server'] : undefined;
      if (typeof host !== 'string' || tools.whenSignedIn === undefined) throw error;
      await attempt.aside(() => run.signIns(host, signal, async () => tools.whenSignedIn?.(server, signal)));
    }
  }
}
