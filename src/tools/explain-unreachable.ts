import { AppError } from '@/base/errors';
import { createToolError } from '@/base/tool-error';
import { longestProbeMs, wasConnected } from '@/base/unanswered';

/**
 * The error for a request that got no answer. `failure`: the error of `fetch`. In a page, a refused connection and an
 * answer without CORS headers look the same, so a request that needs no permission distinguishes them: it succeeds only
 * if something answers at the host.
 */
export async function explainToolUnreachable(
  failure: unknown,
  url: URL,
  fetcher: typeof fetch,
  signal: AbortSignal,
): Promise<AppError> {
  const page = globalThis.location?.origin;
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(longestProbeMs)]);
  const probe = () =>
    fetcher(url.origin, { mode: 'no-cors', signal: bounded }).then(
      () => true,
      // A redirect that is not followed is an answer.
      (error: unknown) => error instanceof AppError,
    );
  const reached = wasConnected(failure) ?? (await probe());
  if (page !== undefined && reached) {
    const advice = `Its server must allow requests from ${page}; or run the workflow on the command line, where this rule does not hold.`;
    return createToolError(`${url.host} runs, but does not let this page use it (CORS).`, advice);
  }
  const advice = 'Check the address, the connection, and that the server runs.';
  return createToolError(reached ? `${url.host} closed the connection.` : `No answer from ${url.host}.`, advice);
}
