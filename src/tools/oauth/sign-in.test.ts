import { beforeEach, describe, expect, it } from 'vitest';
import { beginSignIn, finishSignIn, hasSignIn, renewGrant, type SignInRequest } from './sign-in';

const server = new URL('https://harbour.example/mcp');
const redirect = new URL('https://heddle.example/app/sign-in.html');
const issuer = 'https://login.example';
const document = 'https://heddle.example/app/oauth-client.json';

/** Answers by address; a function makes its answer from the request. Other addresses do not exist. */
type Answer = (init: RequestInit | undefined) => Response;
let answers: Record<string, Answer>;
let asked: string[];

const json = (value: unknown, status = 200): Answer => {
  return () => Response.json(value, { status });
};
const fetcher: typeof fetch = async (input, init) => {
  asked.push(String(input));
  return answers[String(input)]?.(init) ?? new Response(null, { status: 404 });
};

const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  registration_endpoint: `${issuer}/register`,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
};
const tokens = { access_token: 'access-0123456789', token_type: 'bearer', expires_in: 60, refresh_token: 'refresh-1' };

beforeEach(() => {
  asked = [];
  answers = {
    [server.href]: () =>
      new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer scope="read write"' } }),
    'https://harbour.example/.well-known/oauth-protected-resource/mcp': json({
      resource: server.href,
      authorization_servers: [issuer],
    }),
    [`${issuer}/.well-known/oauth-authorization-server`]: json(metadata),
    [`${issuer}/register`]: json({ client_id: 'registered', redirect_uris: [redirect.href] }, 201),
    [`${issuer}/token`]: json(tokens),
  };
});

const begin = (wish: Partial<SignInRequest> = {}) => beginSignIn({ server, redirect, ...wish }, fetcher);
const describeIssuer = (changes: object) => {
  answers[`${issuer}/.well-known/oauth-authorization-server`] = json({ ...metadata, ...changes });
};
const answerTo = (state: string, rest: Record<string, string> = { code: 'c' }) =>
  new URLSearchParams({ state, ...rest });

describe('beginning a sign-in', () => {
  it('asks for what the protocol wants', async () => {
    const { url, verifier, state } = await begin();
    const query = Object.fromEntries(url.searchParams);
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: 'registered',
      code_challenge_method: 'S256',
      redirect_uri: redirect.href,
      resource: server.href,
      scope: 'read write',
      state,
    });
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    expect(query['code_challenge']).toBe(Buffer.from(hash).toString('base64url'));
    expect((await begin()).state).not.toBe(state);
  });

  it('is known by its document where there is one, and the server takes them', async () => {
    describeIssuer({ client_id_metadata_document_supported: true });
    expect((await begin()).client.client_id).toBe('registered');
    // A copy of another host's document.
    answers[document] = json({ client_id: 'https://other.example/oauth-client.json' });
    expect((await begin()).client.client_id).toBe('registered');
    answers[document] = json({ client_id: document });
    asked = [];
    expect((await begin()).client).toEqual({ client_id: document, redirect: redirect.href });
    expect(asked).not.toContain(`${issuer}/register`);
  });

  it('takes the client of an earlier sign-in at the same authorisation server only, and loses nothing allowed', async () => {
    const first = await begin();
    const earlier = await finishSignIn(first, answerTo(first.state), fetcher, 0);
    asked = [];
    const again = await begin({ earlier, challenge: { scope: 'dredge' } });
    expect(again.url.searchParams.get('scope')).toBe('read write dredge');
    expect(asked).not.toContain(`${issuer}/register`);
    const moved = { ...earlier, issuer: { ...earlier.issuer, issuer: 'https://former.example' } };
    await begin({ earlier: moved });
    expect(asked).toContain(`${issuer}/register`);
  });

  it('asks to stay signed in where that is a scope', async () => {
    describeIssuer({ scopes_supported: ['read', 'offline_access'] });
    expect((await begin()).url.searchParams.get('scope')).toBe('read write offline_access');
  });

  it.each([
    ['token_endpoint', 'https://10.0.0.1/token', 'into your own network'],
    ['authorization_endpoint', 'http://login.example/', 'is not encrypted'],
    ['registration_endpoint', 'http://login.example/', 'is not encrypted'],
    ['code_challenge_methods_supported', undefined, 'lacks PKCE'],
    ['issuer', 'https://evil.example', 'says that it is another one'],
    ['registration_endpoint', undefined, 'takes no registration'],
  ])('refuses %s as %s', async (name, value, words) => {
    describeIssuer({ [name]: value });
    await expect(begin()).rejects.toThrow(words);
    expect(asked.filter((url) => !url.startsWith(issuer) && !url.startsWith(server.origin))).toEqual([]);
  });

  it('follows no redirect, and says what a registration ended with', async () => {
    answers[`${issuer}/register`] = json({ error: 'invalid_redirect_uri', error_description: 'hm' }, 400);
    await expect(begin()).rejects.toThrow('refused to register Heddle (400)');
    const location = 'https://evil.example/register';
    answers[`${issuer}/register`] = () => new Response(null, { status: 307, headers: { location } });
    await expect(begin()).rejects.toThrow(
      'https://login.example redirects to https://evil.example, which is not followed.',
    );
    expect(asked).not.toContain(location);
  });

  it('is refused to pages and servers that are not encrypted, before anything is asked', async () => {
    await expect(begin({ redirect: new URL('http://heddle.example/') })).rejects.toThrow('not loaded by https');
    await expect(begin({ server: new URL('http://harbour.example/mcp') })).rejects.toThrow('is not encrypted');
    expect(asked).toEqual([]);
  });

  it('says of a server that asks nobody, or not where, that it does not', async () => {
    answers['https://harbour.example/.well-known/oauth-protected-resource/mcp'] = json({}, 404);
    await expect(begin()).rejects.toThrow('harbour.example does not say where to sign in.');
    answers[server.href] = json({});
    await expect(begin()).rejects.toThrow('does not ask anybody to sign in');
  });
});

describe('ending a sign-in', () => {
  it('gives a grant, and renews it with the next refresh token', async () => {
    const open = await begin();
    const grant = await finishSignIn(open, answerTo(open.state, { code: 'c', iss: issuer }), fetcher, 1000);
    expect(grant).toMatchObject({ accessToken: 'access-0123456789', refreshToken: 'refresh-1', expiresAt: 61_000 });
    answers[`${issuer}/token`] = (init) => {
      const form = new URLSearchParams(String(init?.body));
      expect(Object.fromEntries(form)).toEqual({
        ...{ grant_type: 'refresh_token', refresh_token: 'refresh-1' },
        ...{ client_id: 'registered', resource: server.href },
      });
      return Response.json({ access_token: 'access-2', token_type: 'Bearer', refresh_token: 'refresh-2' });
    };
    const renewed = await renewGrant(grant, fetcher, 2000);
    expect(renewed).toMatchObject({ accessToken: 'access-2', refreshToken: 'refresh-2', generation: 2 });
    expect(renewed.expiresAt).toBeUndefined();
  });

  it.each([
    ['another state', { state: 'other', code: 'c' }, 'does not belong to the sign-in'],
    ['another issuer', { code: 'c', iss: `${issuer}/` }, 'comes from another server'],
    [
      'a refusal of another issuer',
      { error: 'access_denied', iss: 'https://evil.example' },
      'comes from another server',
    ],
    ['a refusal', { error: 'access_denied' }, 'was refused'],
    ['a refusal in no words of the standard', { error: 'Call 0900!' }, 'was refused (for no known reason)'],
    ['no code', {}, 'without a code'],
  ])('does not use an answer with %s', async (_, rest: Record<string, string>, words) => {
    const open = await begin();
    asked = [];
    await expect(finishSignIn(open, answerTo(open.state, rest), fetcher, 0)).rejects.toThrow(words);
    expect(asked).toEqual([]);
  });

  it('says nothing of what a token endpoint says beside its code', async () => {
    const open = await begin();
    const answer = answerTo(open.state);
    const said = { error: 'invalid_grant', error_description: `verifier ${open.verifier}` };
    answers[`${issuer}/token`] = json(said, 400);
    const error = await finishSignIn(open, answer, fetcher, 0).catch((refused: unknown) => refused);
    expect(error).toMatchObject({
      message: expect.stringContaining('(invalid_grant)'),
      details: { reason: 'revoked' },
    });
    expect(String(error)).not.toContain(open.verifier);
    answers[`${issuer}/token`] = () => new Response(`<p>${open.verifier}`, { status: 500 });
    expect(String(await finishSignIn(open, answer, fetcher, 0).catch(String))).not.toContain(open.verifier);
  });

  it.each([
    ['of another kind', { token_type: 'DPoP' }, 'of a kind that is not known'],
    ['that breaks a header', { access_token: 'a\r\nCookie: b' }, 'cannot be sent'],
    ['that is far too long', { access_token: 'a'.repeat(40_000) }, 'cannot be sent'],
    ['that is none', { access_token: 7 }, 'not follow the standard'],
  ])('does not take a token %s', async (_, changes, words) => {
    const open = await begin();
    answers[`${issuer}/token`] = json({ ...tokens, ...changes });
    await expect(finishSignIn(open, answerTo(open.state), fetcher, 0)).rejects.toThrow(words);
  });
});

describe('the client of a sign-in', () => {
  const page = 'https://heddle.example/other.html';
  const earlierAt = async (at: URL) => {
    const open = await begin({ redirect: at });
    return finishSignIn(open, answerTo(open.state), fetcher, 0);
  };

  it('is the one that a person registered, with its secret if it has one', async () => {
    expect((await begin({ client: { id: 'own' } })).client).toEqual({ client_id: 'own', redirect: redirect.href });
    expect((await begin({ client: { id: 'own', secret: 's' } })).client).toEqual({
      ...{ client_id: 'own', client_secret: 's', redirect: redirect.href },
    });
    expect(asked).not.toContain(`${issuer}/register`);
  });

  it('is what the registration gives, which is told of Heddle and of the scope', async () => {
    let told: unknown;
    answers[`${issuer}/register`] = (init) => {
      told = JSON.parse(String(init?.body));
      const given = { client_secret: 's', token_endpoint_auth_method: 'client_secret_post' };
      return Response.json({ client_id: 'r', redirect_uris: [redirect.href], ...given }, { status: 201 });
    };
    expect((await begin()).client).toEqual({
      ...{ client_id: 'r', client_secret: 's', token_endpoint_auth_method: 'client_secret_post' },
      redirect: redirect.href,
    });
    expect(told).toMatchObject({
      ...{ client_name: 'Heddle', redirect_uris: [redirect.href], response_types: ['code'], scope: 'read write' },
      token_endpoint_auth_method: 'none',
    });
    await begin({ challenge: {} });
    expect(told).not.toHaveProperty('scope');
  });

  it('is made anew for another page, which the server would not know', async () => {
    const earlier = await earlierAt(new URL(page));
    asked = [];
    expect((await begin({ earlier })).client.redirect).toBe(redirect.href);
    expect(asked).toContain(`${issuer}/register`);
    asked = [];
    expect((await begin({ earlier, redirect: new URL(page) })).client).toEqual(earlier.client);
    expect(asked).not.toContain(`${issuer}/register`);
  });

  it('is registered where the page is of this machine, or its document cannot be had', async () => {
    describeIssuer({ client_id_metadata_document_supported: true });
    const local = new URL('http://127.0.0.1:4400/sign-in.html');
    expect((await begin({ redirect: local })).client.client_id).toBe('registered');
    expect(asked).not.toContain('http://127.0.0.1:4400/oauth-client.json');
    for (const answer of [json({ client_id: document }, 500), () => new Response('<p>')]) {
      answers[document] = answer;
      expect((await begin()).client.client_id).toBe('registered');
    }
  });
});

describe('where a person signs in', () => {
  const described = 'https://harbour.example/.well-known/oauth-protected-resource/mcp';

  it('is not asked of the server again where that has refused already', async () => {
    const open = await begin({ challenge: { scope: 'dig' } });
    expect(open.scope).toBe('dig');
    expect(asked).not.toContain(server.href);
  });

  it('is at the address that a refusal names', async () => {
    const other = 'https://harbour.example/about';
    answers[other] = json({ resource: server.href, authorization_servers: [issuer], scopes_supported: ['a', 'b'] });
    answers[described] = json({}, 404);
    expect((await begin({ challenge: { metadata: other } })).scope).toBe('a b');
  });

  it('is nowhere where a server describes another one, or no authorisation server', async () => {
    answers[described] = json({ resource: 'https://evil.example/mcp', authorization_servers: [issuer] });
    await expect(begin()).rejects.toThrow('harbour.example describes another server than itself');
    answers[described] = json({ resource: server.href });
    await expect(begin()).rejects.toThrow('harbour.example does not say where to sign in.');
    answers[described] = json({ resource: 7 });
    await expect(begin()).rejects.toThrow('does not follow the standard');
    expect(await hasSignIn(server, {}, fetcher)).toBe(false);
  });

  it('is nowhere where the authorisation server is not there', async () => {
    delete answers[`${issuer}/.well-known/oauth-authorization-server`];
    await expect(begin()).rejects.toThrow('login.example, where people sign in to harbour.example, cannot be reached.');
    expect(await hasSignIn(server, {}, fetcher)).toBe(true);
  });

  it.each([
    [400, 'does not ask anybody to sign in'],
    [200, 'does not ask anybody to sign in'],
    [404, 'no server of MCP at this path'],
    [500, 'an internal error'],
  ])('is not known of a server that answers with %i', async (status, words) => {
    answers[server.href] = () => new Response(null, { status });
    await expect(begin()).rejects.toThrow(words);
  });

  it('is told of a server that cannot be reached', async () => {
    answers[server.href] = () => {
      throw new TypeError('fetch failed');
    };
    await expect(begin()).rejects.toMatchObject({ code: 'TASK_FAILURE', message: expect.stringMatching(/harbour/) });
  });

  it('asks for no scope where none is known, also not to stay signed in', async () => {
    describeIssuer({ scopes_supported: ['offline_access'] });
    const open = await begin({ challenge: {} });
    expect([open.scope, open.url.searchParams.has('scope')]).toEqual([undefined, false]);
  });
});

describe('a grant', () => {
  it('is asked for with what proves who asks, and holds what is needed to renew it', async () => {
    describeIssuer({ token_endpoint_auth_methods_supported: ['none'], extra: 'x' });
    let form: Record<string, string> = {};
    answers[`${issuer}/token`] = (init) => {
      form = Object.fromEntries(new URLSearchParams(String(init?.body)));
      return Response.json({ ...tokens, scope: 'read' });
    };
    const open = await begin();
    expect(open.state).toMatch(/^[0-9a-f]{32}$/);
    const grant = await finishSignIn(open, answerTo(open.state), fetcher, 0);
    expect(form).toEqual({
      ...{ grant_type: 'authorization_code', code: 'c', code_verifier: open.verifier, client_id: 'registered' },
      ...{ redirect_uri: redirect.href, resource: server.href },
    });
    expect(grant).toEqual({
      ...{ server: server.href, resource: server.href, generation: 1, scope: 'read', expiresAt: 60_000 },
      ...{ accessToken: 'access-0123456789', refreshToken: 'refresh-1', client: open.client },
      issuer: {
        ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
        ...{ response_types_supported: ['code'], token_endpoint_auth_methods_supported: ['none'] },
      },
    });
  });

  it('keeps its scope where a renewal does not name another, and has none where none was asked for', async () => {
    answers[`${issuer}/token`] = json({ access_token: 'a', token_type: 'bearer' });
    const open = await begin();
    const grant = await finishSignIn(open, answerTo(open.state), fetcher, 0);
    expect(grant).toMatchObject({ scope: 'read write', generation: 1 });
    expect(grant).not.toHaveProperty('refreshToken');
    const again = await renewGrant({ ...grant, refreshToken: 'r' }, fetcher, 0);
    expect(again).toMatchObject({ scope: 'read write', generation: 2 });
    answers[`${issuer}/token`] = json({ access_token: 'b', token_type: 'bearer', scope: 'read' });
    expect((await renewGrant({ ...again, refreshToken: 'r' }, fetcher, 0)).scope).toBe('read');
    const unasked = await begin({ challenge: {} });
    answers[`${issuer}/token`] = json({ access_token: 'a', token_type: 'bearer' });
    expect(await finishSignIn(unasked, answerTo(unasked.state), fetcher, 0)).not.toHaveProperty('scope');
  });

  it('is not taken from an answer that does not say who it is of, where the server says that it would', async () => {
    describeIssuer({ authorization_response_iss_parameter_supported: true });
    const open = await begin();
    await expect(finishSignIn(open, answerTo(open.state), fetcher, 0)).rejects.toThrow('comes from another server');
    const grant = await finishSignIn(open, answerTo(open.state, { code: 'c', iss: issuer }), fetcher, 0);
    expect(grant.accessToken).toBe('access-0123456789');
  });

  it('is not taken with an empty code', async () => {
    const open = await begin();
    await expect(finishSignIn(open, answerTo(open.state, { code: '' }), fetcher, 0)).rejects.toThrow('without a code');
  });
});
