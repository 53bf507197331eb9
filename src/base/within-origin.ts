/** A fetch, as every runtime has it. */
type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Makes the error for a redirect that is not followed. The message names origins only: paths may hold secrets. */
type RefuseRedirect = (message: string, advice: string) => Error;

/** Source: fetch.spec.whatwg.org, "redirect status". */
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** As many as fetch itself follows. */
const mostRedirects = 20;

/**
 * A fetch that follows redirects only within one origin, and from http to https of one host: what a request holds (a
 * key, a secret, a prompt) is meant for the origin it was made for. A page cannot see where a redirect leads, so there
 * none is followed.
 */
export function createOriginFetch(send: Fetch, refuse: RefuseRedirect): Fetch {
  return async (input, init = {}) => {
    // A page may ask without permission only if it follows redirects (fetch.spec.whatwg.org, main fetch). Such a
    // request is a probe, and holds nothing. Outside of a page no permission is needed.
    const { mode, ...others } = init;
    if (mode === 'no-cors' && 'location' in globalThis) {
      return send(input, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer' });
    }
    let next: RequestInit = { ...(mode === 'no-cors' ? others : init), redirect: 'manual' };
    let address: typeof input = input;
    for (let followed = 0; ; followed++) {
      const response = await send(address, next);
      const from = new URL(typeof address === 'string' || address instanceof URL ? address : address.url);
      if (response.type === 'opaqueredirect') {
        const advice = 'A page cannot see where that is. Give the address that it leads to.';
        throw refuse(`${from.origin} redirects to another address, which is not followed.`, advice);
      }
      const location = redirectStatuses.has(response.status) ? response.headers.get('location') : null;
      if (location === null) return response;
      await response.body?.cancel();
      const to = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
      if (to === undefined || !isSameServer(from, to)) {
        const where = to === undefined ? 'something that is not an address' : formatOrigin(to);
        const advice = 'Nothing is sent on to another origin. If it is the right one, give its address.';
        throw refuse(`${from.origin} redirects to ${where}, which is not followed.`, advice);
      }
      if (followed === mostRedirects) {
        throw refuse(`${from.origin} redirects to itself without end.`, 'Check the address.');
      }
      next = buildRedirectedRequest(next, response.status);
      if (isStream(next.body)) {
        const advice = 'The files of this request are sent only once. Give the address that it leads to.';
        throw refuse(`${from.origin} redirects to another address of its own (${to.origin}).`, advice);
      }
      address = to;
    }
  };
}

/** The same origin, or the same host with encryption added. Another port is another server. */
function isSameServer(from: URL, to: URL): boolean {
  if (to.username !== '' || to.password !== '') return false;
  if (to.origin === from.origin && from.origin !== 'null') return true;
  return from.protocol === 'http:' && to.protocol === 'https:' && from.host === to.host;
}

/** For messages. The origin of a URL like `javascript:` is "null". */
function formatOrigin({ origin, protocol }: URL): string {
  return origin === 'null' ? `an address of ${protocol}` : origin;
}

/** The next request. Some statuses change the method to GET, without a body (fetch.spec.whatwg.org, HTTP-redirect). */
function buildRedirectedRequest(init: RequestInit, status: number): RequestInit {
  const method = (init.method ?? 'GET').toUpperCase();
  const becomesGet =
    status === 303 ? method !== 'GET' && method !== 'HEAD' : (status === 301 || status === 302) && method === 'POST';
  if (!becomesGet) return init;
  const headers = new Headers(init.headers);
  for (const name of ['content-encoding', 'content-language', 'content-length', 'content-location', 'content-type']) {
    headers.delete(name);
  }
  const { body: _, ...others } = init;
  return { ...others, method: 'GET', headers };
}

function isStream(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'getReader' in body;
}
