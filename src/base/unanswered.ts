/**
 * The most time, in ms, for a further request that finds out why one got no answer: a server may take the connection
 * and never answer, and a retry may wait for the result.
 */
export const longestProbeMs = 3000;

/** Codes of Node's errors for a connection that was never made. */
const neverMade =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;
/** Codes of Node's errors for a connection that was made, and broke. */
const broke =
  /^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_(SOCKET|HEADERS_TIMEOUT|BODY_TIMEOUT|RES_CONTENT_LENGTH_MISMATCH))$/;

/**
 * Whether a request that got no answer had a connection to a server, by Node's error. Undefined: the error does not
 * tell, as in a page, where all such errors look the same.
 */
export function wasConnected(failure: unknown): boolean | undefined {
  const codes = listErrorCodes(failure);
  if (codes.some((code) => neverMade.test(code))) return false;
  return codes.some((code) => broke.test(code)) ? true : undefined;
}

/** The codes of an error and its causes; of several addresses that were tried, those of each. */
function listErrorCodes(failure: unknown): readonly string[] {
  if (!(failure instanceof Error)) return [];
  const { code } = failure as Error & { readonly code?: unknown };
  const others = failure instanceof AggregateError ? failure.errors : [];
  return [...(typeof code === 'string' ? [code] : []), ...[failure.cause, ...others].flatMap(listErrorCodes)];
}
