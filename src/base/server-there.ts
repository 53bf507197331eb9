/** A question whether a server is there gets no longer than this: a server may take the connection and never answer. */
const patienceMs = 3000;

/** Codes of Node's errors for a connection that was never made. */
const neverMade =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;
/** Codes of Node's errors for a connection that was made, and broke. */
const broke =
  /^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_(SOCKET|HEADERS_TIMEOUT|BODY_TIMEOUT|RES_CONTENT_LENGTH_MISMATCH))$/;

/**
 * Whether a server is there, after a request to it got no answer. Node's error tells, and nothing is asked. In a page
 * all such errors look the same, so a request that needs no permission is sent to the address; it ends after a few
 * seconds, because a retry may wait for the result.
 */
export async function isServerThere(
  failure: unknown,
  address: string | URL,
  { fetch: fetcher, signal }: { readonly fetch: typeof fetch; readonly signal: AbortSignal },
): Promise<boolean> {
  const codes = codesOf(failure);
  if (codes.some((code) => neverMade.test(code))) return false;
  if (codes.some((code) => broke.test(code))) return true;
  return (await isAnswered((bounded) => fetcher(address, { mode: 'no-cors', signal: bounded }), signal)) === 'yes';
}

/** Whether a request is answered in time. `late`: it was neither answered nor refused. */
export async function isAnswered(
  send: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
): Promise<'yes' | 'no' | 'late'> {
  const end = AbortSignal.timeout(patienceMs);
  try {
    const { body } = await send(AbortSignal.any([signal, end]));
    // Nobody reads the answer, which would keep the connection open.
    body?.cancel().catch(() => undefined);
    return 'yes';
  } catch {
    return end.aborted ? 'late' : 'no';
  }
}

/** The codes of an error and its causes; of several addresses that were tried, those of each. */
function codesOf(failure: unknown): readonly string[] {
  if (!(failure instanceof Error)) return [];
  const { code } = failure as Error & { readonly code?: unknown };
  const others = failure instanceof AggregateError ? failure.errors : [];
  return [...(typeof code === 'string' ? [code] : []), ...[failure.cause, ...others].flatMap(codesOf)];
}
