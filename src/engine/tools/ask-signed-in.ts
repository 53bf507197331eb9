import { AppError } from '@/base/errors';
import type { Attempt } from '../attempt';
import type { McpServer } from '../ports/tool-client';

/**
 * Asks a server within the time of the attempt. Where somebody has to sign in first it is waited for, without a slot
 * and without time, and then asked again: a server that refused to be asked has done nothing.
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
