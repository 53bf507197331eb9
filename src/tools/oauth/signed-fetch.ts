import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import type { Challenge, ServerSignIns } from './server-sign-ins';

/**
 * A fetch that adds the token of a server to requests: only for its endpoint, never for addresses that it names. A
 * refused token is renewed once.
 */
export function createSignedFetch(fetcher: typeof fetch, server: URL, signIns: ServerSignIns): typeof fetch {
  return async (input, init) => {
    if (String(input) !== server.href) return fetcher(input, init);
    const sendSigned = (token: string | undefined) =>
      fetcher(input, { ...init, headers: addToken(init?.headers, token) });
    let token = await signIns.tokenOf(server);
    let response = await sendSigned(token);
    if (response.status === 401 && token !== undefined) {
      const fresh = await signIns.renewed(server, token);
      if (fresh !== undefined) {
        await response.body?.cancel();
        response = await sendSigned(fresh);
      }
      token = fresh;
    }
    const { isWider, ...challenge } = readChallenge(response);
    if (response.status === 401 || isWider) signIns.asked(server, challenge, token);
    return response;
  };
}

/** What a refused request requires. `isWider`: it needs more permissions than were granted at the last sign-in. */
export function readChallenge(response: Response): Challenge & { readonly isWider: boolean } {
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(response);
  return {
    metadata: resourceMetadataUrl?.href,
    scope: scope?.slice(0, 2000),
    isWider: response.status === 403 && error === 'insufficient_scope',
  };
}

function addToken(headers: HeadersInit | undefined, token: string | undefined): Headers {
  const all = new Headers(headers);
  if (token !== undefined) all.set('authorization', `Bearer ${token}`);
  return all;
}
