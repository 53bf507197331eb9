import { readBoundedBytes } from '@/base/bounded-body';
import { createToolError } from '@/base/tool-error';
import { createOriginFetch } from '@/base/within-origin';
import { parseOauthAddress } from './oauth-address';

/** The most bytes that are read of an answer: descriptions with hundreds of scopes take a tenth of it. */
const maxBytes = 2 ** 18;
/** How long a complete answer may take, in ms. */
const patienceMs = 30_000;

/**
 * The fetch of a sign-in at `server`: only to addresses that {@link parseOauthAddress} accepts, without cookies,
 * limited in bytes and time.
 */
export function createOauthFetch(fetcher: typeof fetch, server: URL): typeof fetch {
  const send = createOriginFetch(fetcher, createToolError);
  return async (input, init) => {
    const url = parseOauthAddress(String(input), server, 'address');
    const signal = AbortSignal.timeout(patienceMs);
    const response = await send(url, {
      ...init,
      signal,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }).catch((error: unknown) => Promise.reject(signal.aborted ? createLateError(url) : error));
    const { status, statusText, headers } = response;
    const bytes = await readBoundedBytes(response.body, maxBytes).catch(() => Promise.reject(createLateError(url)));
    if (bytes === undefined) throw createToolError(`The answer of ${url.host} is longer than ${maxBytes} bytes.`);
    return new Response(status === 204 || status === 205 ? null : bytes, { status, statusText, headers });
  };
}

function createLateError(url: URL): Error {
  return createToolError(`${url.host} does not answer, or stops in the middle of its answer.`, 'Try it again.');
}
