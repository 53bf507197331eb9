import type { AppError } from '@/base/errors';
import { toolError } from './tool-error';

/**
 * The error for a request that got no answer. In a page, a refused connection and an answer without CORS headers look
 * the same, so a probe that needs no permission distinguishes them: it succeeds only if something answers at the host.
 */
export async function explainToolUnreachable(url: URL, fetcher: typeof fetch, signal: AbortSignal): Promise<AppError> {
  const page = globalThis.location?.origin;
  const reached = await fetcher(url.origin, { mode: 'no-cors', signal }).then(
    () => true,
    () => false,
  );
  if (page !== undefined && reached) {
    const advice = `Its server must allow requests from ${page}; or run the workflow on the command line, where this rule does not hold.`;
    return toolError(`${url.host} runs, but does not let this page use it (CORS).`, advice);
  }
  const advice = 'Check the address, the connection, and that the server runs.';
  return toolError(reached ? `${url.host} closed the connection.` : `No answer from ${url.host}.`, advice);
}
