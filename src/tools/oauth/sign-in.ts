import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  computeScopeUnion,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  exchangeAuthorization,
  isHttpsUrl,
  type OAuthTokens,
  refreshAuthorization,
  registerClient,
  resolveClientMetadata,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import { createId } from '@/base/create-id';
import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import { createToolError } from '@/base/tool-error';
import { createOriginFetch } from '@/base/within-origin';
import { explainToolUnreachable } from '../explain-unreachable';
import { createStatusError } from '../mcp/status-error';
import { type Grant, grantSchema } from './grant';
import { isLoopback, parseOauthAddress } from './oauth-address';
import { createOauthFetch } from './oauth-fetch';
import type { Challenge } from './server-sign-ins';
import { createServerRefusal, explainOAuth } from './sign-in-errors';
import { readChallenge } from './signed-fetch';

/** A client that a person has registered at an authorisation server. */
export interface OwnClient {
  readonly id: string;
  readonly secret?: string | undefined;
}

/** The data for starting a sign-in at an MCP server. */
export interface SignInRequest {
  readonly server: URL;
  /** The page to which the person returns. */
  readonly redirect: URL;
  /** Why the server refused a request; left out: this is requested from the server. */
  readonly challenge?: Challenge | undefined;
  /** The grant of an earlier sign-in: its client is reused, and its permissions are kept. */
  readonly earlier?: Grant | undefined;
  readonly client?: OwnClient | undefined;
}

/** A sign-in while the person is at the authorisation server. Contains secrets. */
export interface OpenSignIn {
  readonly server: URL;
  /** The page where the person signs in. */
  readonly url: URL;
  /** Identifies the answer (RFC 6749, 10.12). */
  readonly state: string;
  /** The code verifier of PKCE (RFC 7636). */
  readonly verifier: string;
  readonly issuer: AuthorizationServerMetadata;
  readonly client: Grant['client'];
  readonly resource: string;
  readonly scope: string | undefined;
}

/**
 * Starts a sign-in by the protocol: finds the authorisation server of a server, registers Heddle there, and returns the
 * page where the person signs in. Source: modelcontextprotocol.io/specification/2026-07-28/basic/authorization. Errors:
 * `TASK_FAILURE` with a message for the person; `details.reason` is `client` if the person has to provide a client.
 */
export async function beginSignIn(wish: SignInRequest, fetcher: typeof fetch): Promise<OpenSignIn> {
  const { server, redirect, earlier } = wish;
  parseOauthAddress(server.href, server, 'server');
  if (redirect.protocol !== 'https:' && !isLoopback(redirect.hostname)) {
    throw createToolError('This page was not loaded by https, so nobody can sign in with it.', 'Open Heddle by https.');
  }
  const fetchFn = createOauthFetch(fetcher, server);
  const challenge = wish.challenge ?? (await askWhy(server, fetcher, fetchFn));
  const description = await describeServer(server, challenge, fetchFn);
  const issuer = await describeIssuer(server, description.authorization_servers, fetchFn);
  const scope = joinScopes(challenge.scope ?? description.scopes_supported?.join(' '), earlier?.scope, issuer);
  const client = await findClient(wish, issuer, scope, fetcher);
  const state = createId();
  const { authorizationUrl, codeVerifier } = await startAuthorization(issuer.issuer, {
    metadata: issuer,
    clientInformation: client,
    redirectUrl: redirect,
    state,
    resource: description.resource,
    ...defined({ scope }),
  }).catch((error: unknown) => Promise.reject(explainOAuth(error, server)));
  const { resource } = description;
  return { server, url: authorizationUrl, state, verifier: codeVerifier, issuer, client, resource, scope };
}

/**
 * Finishes a sign-in with the answer that the authorisation server sent with the person. Nothing in it is trusted until
 * its state and issuer match those of the sign-in (RFC 9207, 2.4). Errors: `TASK_FAILURE` with a message for the
 * person.
 */
export async function finishSignIn(
  open: OpenSignIn,
  answer: URLSearchParams,
  fetcher: typeof fetch,
  now: number,
): Promise<Grant> {
  const { server, issuer, client, resource, verifier } = open;
  if (answer.get('state') !== open.state)
    throw createToolError(`The answer does not belong to the sign-in at ${server.host}.`);
  const iss = answer.get('iss') ?? undefined;
  const isIncluded = issuer['authorization_response_iss_parameter_supported'] === true;
  try {
    validateAuthorizationResponseIssuer({ iss, expectedIssuer: issuer.issuer, issParameterSupported: isIncluded });
    const refused = answer.get('error');
    if (refused !== null) throw createServerRefusal(server, refused);
    const code = answer.get('code');
    if (code === null || code === '') throw createToolError(`The sign-in at ${server.host} came back without a code.`);
    const tokens = await exchangeAuthorization(issuer.issuer, {
      ...{ metadata: issuer, clientInformation: client, authorizationCode: code, codeVerifier: verifier },
      ...{ redirectUri: client.redirect, resource, fetchFn: createOauthFetch(fetcher, server) },
      ...defined({ iss }),
    });
    const scope = tokens.scope ?? open.scope;
    return buildGrant(
      tokens,
      { server: server.href, resource, issuer: selectIssuerFields(issuer), client, generation: 1 },
      scope,
      now,
    );
  } catch (error) {
    throw explainOAuth(error, server);
  }
}

/**
 * Renews the tokens of a grant. Errors: as {@link finishSignIn}; `details.reason` is `revoked` if the grant is no
 * longer valid.
 */
export async function renewGrant(grant: Grant, fetcher: typeof fetch, now: number): Promise<Grant> {
  const { issuer, client, refreshToken = '', resource, scope, generation } = grant;
  const server = new URL(grant.server);
  try {
    const tokens = await refreshAuthorization(issuer.issuer, {
      ...{ metadata: issuer, clientInformation: client, refreshToken },
      ...{ resource, fetchFn: createOauthFetch(fetcher, server) },
    });
    return buildGrant(tokens, { ...grant, generation: generation + 1 }, tokens.scope ?? scope, now);
  } catch (error) {
    throw explainOAuth(error, server);
  }
}

/** Whether a server that requires a sign-in describes where. Never rejects. */
export async function hasSignIn(server: URL, challenge: Challenge, fetcher: typeof fetch): Promise<boolean> {
  const fetchFn = createOauthFetch(fetcher, server);
  return describeServer(server, challenge, fetchFn).then(
    () => true,
    () => false,
  );
}

/** Sends a request without a token, to learn why the server refuses it. */
async function askWhy(server: URL, fetcher: typeof fetch, fetchFn: typeof fetch): Promise<Challenge> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await fetchFn(server, { method: 'POST', headers, body }).catch(async (error: unknown) => {
    if (error instanceof AppError) throw error;
    throw await explainToolUnreachable(
      error,
      server,
      createOriginFetch(fetcher, createToolError),
      new AbortController().signal,
    );
  });
  if (response.status === 401) return readChallenge(response);
  if (response.status >= 400 && response.status !== 400) throw createStatusError(server.host, response.status);
  throw createToolError(`${server.host} does not ask anybody to sign in.`, 'Its tools can be used as they are.');
}

type Description = Awaited<ReturnType<typeof discoverOAuthProtectedResourceMetadata>>;

/** A server's description of itself (RFC 9728). */
async function describeServer(server: URL, challenge: Challenge, fetchFn: typeof fetch): Promise<Description> {
  const { metadata } = challenge;
  const place = metadata === undefined ? {} : { resourceMetadataUrl: metadata };
  const description = await discoverOAuthProtectedResourceMetadata(server, place, fetchFn).catch((error: unknown) => {
    // The library throws a plain Error for a missing description.
    const isMissing = error instanceof Error && error.constructor === Error;
    throw isMissing ? createNoPlaceError(server) : explainOAuth(error, server);
  });
  // RFC 9728, 3.3: otherwise a token of another server would be requested.
  if (!checkResourceAllowed({ requestedResource: server, configuredResource: description.resource })) {
    throw createToolError(
      `${server.host} describes another server than itself, so nobody can sign in there.`,
      serverAdvice,
    );
  }
  return description;
}

/** The authorisation server's description of itself (RFC 8414, OpenID Connect Discovery). */
async function describeIssuer(
  server: URL,
  [first]: readonly string[] = [],
  fetchFn: typeof fetch,
): Promise<AuthorizationServerMetadata> {
  if (first === undefined) throw createNoPlaceError(server);
  const issuer = await discoverAuthorizationServerMetadata(first, { fetchFn }).catch((error: unknown) =>
    Promise.reject(explainOAuth(error, server)),
  );
  if (issuer === undefined) {
    const host = new URL(first).host;
    throw createToolError(`${host}, where people sign in to ${server.host}, cannot be reached.`, corsAdvice);
  }
  parseOauthAddress(issuer.authorization_endpoint, server, 'page');
  parseOauthAddress(issuer.token_endpoint, server, 'token address');
  // Servers that do not state support of PKCE are refused: …/2026-07-28/basic/authorization/security-considerations.
  if (issuer.code_challenge_methods_supported?.includes('S256') === true) return issuer;
  throw createToolError(
    `${server.host} has no safe sign-in: its authorisation server lacks PKCE with S256.`,
    serverAdvice,
  );
}

function createNoPlaceError({ host }: URL): AppError {
  return createToolError(`${host} does not say where to sign in.`, serverAdvice);
}

const serverAdvice = 'Tell whoever runs it, or give a token in the headers of the tool.';
const corsAdvice = 'It may be down, or not allow requests from this page (CORS).';

/** The permissions to request: those that the server requires, those granted before, and to stay signed in. */
function joinScopes(
  required: string | undefined,
  earlier: string | undefined,
  issuer: AuthorizationServerMetadata,
): string | undefined {
  const scope = computeScopeUnion(earlier, required);
  const stays = issuer.scopes_supported?.includes('offline_access') === true;
  return scope !== undefined && stays ? computeScopeUnion(scope, 'offline_access') : scope;
}

/**
 * Heddle's client at an authorisation server, in the order of preference of
 * modelcontextprotocol.io/specification/2026-07-28/basic/authorization/client-registration.
 */
async function findClient(
  { server, redirect: page, earlier, client }: SignInRequest,
  issuer: AuthorizationServerMetadata,
  scope: string | undefined,
  fetcher: typeof fetch,
): Promise<Grant['client']> {
  const redirect = page.href;
  if (client !== undefined) {
    const { id, secret } = client;
    return { client_id: id, redirect, ...defined({ client_secret: secret }) };
  }
  const known = earlier?.issuer.issuer === issuer.issuer ? earlier.client : undefined;
  if (known?.redirect === redirect) return known;
  if (issuer.client_id_metadata_document_supported === true) {
    const document = await findOwnDocument(page, fetcher);
    if (document !== undefined) return { client_id: document, redirect };
  }
  if (issuer.registration_endpoint === undefined) {
    const message = `The authorisation server of ${server.host} does not know Heddle, and takes no registration.`;
    throw new AppError('TASK_FAILURE', message, {
      advice: `Register a client there, with the redirect URI ${redirect}, and give its ID.`,
      details: { reason: 'client' },
    });
  }
  parseOauthAddress(issuer.registration_endpoint, server, 'registration');
  const metadata = {
    client_name: 'Heddle',
    redirect_uris: [redirect],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  try {
    const registered = await registerClient(issuer.issuer, {
      metadata: issuer,
      clientMetadata: resolveClientMetadata({ clientMetadata: metadata, redirectUrl: page } as never),
      fetchFn: createOauthFetch(fetcher, server),
      ...defined({ scope }),
    });
    const { client_id, client_secret, token_endpoint_auth_method: method } = registered;
    return {
      ...{ client_id, redirect },
      ...defined({ client_secret, token_endpoint_auth_method: method }),
    };
  } catch (error) {
    throw explainOAuth(error, server);
  }
}

/** A Client ID Metadata Document that the host of Heddle may put beside its page to identify it. */
const documentName = 'oauth-client.json';

/** The address of this Heddle's metadata document; undefined if there is none whose client id is its own address. */
async function findOwnDocument(page: URL, fetcher: typeof fetch): Promise<string | undefined> {
  const address = new URL(documentName, page);
  if (!isHttpsUrl(address.href)) return undefined;
  try {
    const response = await createOauthFetch(fetcher, page)(address);
    const { client_id: id } = response.ok ? ((await response.json()) as { readonly client_id?: unknown }) : {};
    return id === address.href ? address.href : undefined;
  } catch {
    return undefined;
  }
}

function selectIssuerFields(issuer: AuthorizationServerMetadata): Grant['issuer'] {
  const { token_endpoint_auth_methods_supported: methods } = issuer;
  return {
    issuer: issuer.issuer,
    authorization_endpoint: issuer.authorization_endpoint,
    token_endpoint: issuer.token_endpoint,
    response_types_supported: issuer.response_types_supported,
    ...defined({ token_endpoint_auth_methods_supported: methods }),
  };
}

type GrantBasis = Pick<Grant, 'server' | 'resource' | 'issuer' | 'client' | 'generation'>;

/** A grant from the answer of a token endpoint. */
function buildGrant(tokens: OAuthTokens, basis: GrantBasis, scope: string | undefined, now: number): Grant {
  const { server, resource, issuer, client, generation } = basis;
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, token_type: type } = tokens;
  const { host } = new URL(server);
  if (type.toLowerCase() !== 'bearer') {
    throw createToolError(`The sign-in at ${host} gave a token of a kind that is not known here.`, serverAdvice);
  }
  const grant = grantSchema.safeParse({
    ...{ server, resource, issuer, client, generation, accessToken },
    ...defined({ refreshToken }),
    ...(seconds === undefined ? {} : { expiresAt: now + seconds * 1000 }),
    ...defined({ scope }),
  });
  // A browser would show a token with invalid header characters in its error message.
  if (!grant.success || !/^[\x21-\x7e]+$/.test(accessToken)) {
    throw createToolError(`The sign-in at ${host} gave a token that cannot be sent.`, serverAdvice);
  }
  return grant.data;
}
