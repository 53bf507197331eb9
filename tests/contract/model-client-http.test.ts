import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError, toFailure } from '@/base/errors';
import type { ModelRequest } from '@/engine/ports/model-client';
import { createModelClient } from '@/providers/create-model-client';
import { knownModels } from '@/providers/known-models.testing';
import type { ProviderConfig } from '@/providers/provider-config';
import { type Aimock, startAimock } from '../../e2e/servers/aimock';
import { type FaultServer, startFaultServer } from '../../e2e/servers/fault-server';

const key = 'sk-very-secret-0123456789';
const protocols = ['compatible', 'anthropic'] as const;
type Protocol = (typeof protocols)[number];

function clientAt(url: string, protocol: Protocol) {
  const provider: ProviderConfig = { id: 'lab', label: 'Lab', protocol, baseUrl: `${url}/v1`, needsKey: true };
  return createModelClient({
    providers: () => [provider],
    keyOf: () => key,
    onKeyChange: () => () => undefined,
    catalogue: async () => knownModels(),
  });
}

function request(content: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: { provider: 'lab', model: 'test-model' },
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content },
    ],
    options: {},
    maxOutputTokens: 256,
    idempotencyKey: 'task/a/attempt/1/turn/1',
    ...more,
  };
}

async function call(url: string, protocol: Protocol, asked: ModelRequest, signal = new AbortController().signal) {
  const deltas: string[] = [];
  const reply = await clientAt(url, protocol).generate(asked, { signal, onText: (delta) => deltas.push(delta) });
  return { reply, deltas };
}

async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`Expected an AppError, got ${String(error)}`);
  expect(JSON.stringify(toFailure(error))).not.toContain(key);
  return error;
}

describe.each(protocols)('a model over HTTP (%s)', (protocol) => {
  let server: FaultServer;
  beforeEach(async () => {
    server = await startFaultServer();
  });
  afterEach(() => server.close());

  it('streams the answer in pieces and reports what the server counted', async () => {
    server.on({ chunks: ['Hello', ' wide', ' world'] });
    const { reply, deltas } = await call(server.url, protocol, request('Greet'));
    expect(deltas).toEqual(['Hello', ' wide', ' world']);
    expect(reply).toMatchObject({
      content: 'Hello wide world',
      finishReason: 'stop',
      outputTokens: 3,
      cachedTokens: 0,
    });
    expect(reply.inputTokens).toBe('Be brief.\nGreet'.length);
  });

  it('sends messages, limits and options as they are written', async () => {
    await call(server.url, protocol, request('Ask', { options: { temperature: 0.25, top_k: 7, stream: false } }));
    const [seen] = server.requests;
    expect(seen?.prompt).toBe('Be brief.\nAsk');
    expect(seen?.body).toMatchObject({
      model: 'test-model',
      max_tokens: 256,
      temperature: 0.25,
      top_k: 7,
      stream: true,
    });
    expect(seen?.headers['idempotency-key']).toBeUndefined();
  });

  it('says how long to wait after a 429', async () => {
    server.on({ status: 429, retryAfter: '7' });
    const error = await failureOf(call(server.url, protocol, request('x')));
    expect(error).toMatchObject({
      code: 'PROVIDER_ERROR',
      retryable: true,
      details: { kind: 'rate_limit', status: 429, retryAfterMs: 7000, provider: 'lab' },
    });
    expect(error.advice).toContain('7 s');
  });

  it.each([
    [500, 'overloaded', true],
    [503, 'overloaded', true],
    [529, 'overloaded', true],
    [401, 'auth', false],
    [403, 'auth', false],
    [400, 'bad_request', false],
    [404, 'bad_request', false],
    [422, 'bad_request', false],
  ] as const)('takes %i as %s', async (status, kind, retryable) => {
    server.on({ status, message: 'The word of the server' });
    const error = await failureOf(call(server.url, protocol, request('x')));
    expect(error).toMatchObject({ code: 'PROVIDER_ERROR', retryable, details: { kind, status, provider: 'lab' } });
    expect(error.message).toContain('The word of the server');
    expect(error.advice).toBeTruthy();
    expect(server.requests).toHaveLength(1);
  });

  it('strikes out a key that the server echoes, also where the text is shortened', async () => {
    server.on({ status: 401, message: `${'x'.repeat(290)} {key} and {key}` });
    const error = await failureOf(call(server.url, protocol, request('x')));
    expect(JSON.stringify(toFailure(error))).not.toContain(key.slice(0, 8));
  });

  it('takes an account without credit as final', async () => {
    server.on({ status: 429, code: 'insufficient_quota' });
    expect((await failureOf(call(server.url, protocol, request('x')))).retryable).toBe(false);
  });

  it.each([
    ['torn down', false],
    ['closed early', true],
  ])('takes a stream that is %s as an error, not as a short answer', async (_how, cutCleanly) => {
    server.on({ reply: 'one two three four', cutAfterChunks: 2, cutCleanly });
    const error = await failureOf(call(server.url, protocol, request('x')));
    expect(error).toMatchObject({ code: 'PROVIDER_ERROR', retryable: true, details: { kind: 'cut_off' } });
    expect(error.message).toContain('cut off');
  });

  it('tells a server that is not there from one that answers', async () => {
    const gone = await startFaultServer();
    await gone.close();
    const error = await failureOf(call(gone.url, protocol, request('x')));
    expect(error).toMatchObject({ retryable: true, details: { kind: 'network' } });
    expect(error.message).toBe(`No answer from ${new URL(gone.url).host}.`);
  });

  it('ends at once when it is cancelled, and lets the server know', async () => {
    server.on({ chunks: ['a', 'b'], holdAfterChunks: 1 });
    const controller = new AbortController();
    const asked = clientAt(server.url, protocol).generate(request('x'), {
      signal: controller.signal,
      onText: () => controller.abort(),
    });
    expect((await failureOf(asked)).code).toBe('CANCELLED');
    await expect.poll(() => server.requests[0]?.aborted).toBe(true);
  });

  it('asks for JSON by the schema', async () => {
    server.on({ reply: '{"a":1}' });
    const schema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
    // For Claude, the name must be one whose provider accepts schemas.
    const model = { provider: 'lab', model: protocol === 'anthropic' ? 'claude-sonnet-4-5' : 'test-model' };
    await call(server.url, protocol, request('x', { outputSchema: schema, model }));
    expect(JSON.stringify(server.requests[0]?.body)).toContain('"required":["a"]');
  });
});

describe('a model over HTTP', () => {
  it('takes a rule once when it is for one time, so that a retry passes', async () => {
    const server = await startFaultServer();
    server.on({ reply: 'fine' });
    server.on({ status: 500, times: 1 });
    await failureOf(call(server.url, 'compatible', request('x')));
    expect((await call(server.url, 'compatible', request('x'))).reply.content).toBe('fine');
    expect(server.count('x')).toBe(2);
    await server.close();
  });

  it.each([
    ['text/html; charset=utf-8', '<html></html>', 'Lab did not send a model’s answer.'],
    [
      'application/json',
      '{"error":"Unexpected endpoint"}',
      'Lab did not send a model’s answer. It says: Unexpected endpoint',
    ],
  ])('says that the base URL is wrong when %s comes back', async (type, body, message) => {
    const client = createModelClient({
      providers: () => [
        { id: 'lab', label: 'Lab', protocol: 'compatible', baseUrl: 'http://lab.test', needsKey: false },
      ],
      keyOf: () => undefined,
      onKeyChange: () => () => undefined,
      catalogue: async () => knownModels(),
      fetch: async () => new Response(body, { headers: { 'content-type': type } }),
    });
    const asked = client.generate(request('x'), { signal: new AbortController().signal, onText: () => undefined });
    expect(await failureOf(asked)).toMatchObject({ message, details: { kind: 'bad_request' } });
  });
});

describe.each(protocols)('a server that others wrote (aimock, %s)', (protocol) => {
  let mock: Aimock;
  beforeEach(async () => {
    mock = await startAimock([
      { match: 'weather', reply: 'Sunny, and a little wind.', inputTokens: 12, outputTokens: 7 },
    ]);
  });
  afterEach(() => mock.close());

  it('is understood, text and tokens', async () => {
    const { reply, deltas } = await call(mock.url, protocol, request('How is the weather?'));
    expect(reply).toEqual({
      content: 'Sunny, and a little wind.',
      finishReason: 'stop',
      inputTokens: 12,
      outputTokens: 7,
      cachedTokens: 0,
    });
    expect(deltas.length).toBeGreaterThan(1);
    expect(JSON.stringify(mock.bodies())).toContain('How is the weather?');
  });

  it('is told apart when it has no answer', async () => {
    const error = await failureOf(call(mock.url, protocol, request('Nothing for this')));
    expect(error.details).toMatchObject({ kind: 'bad_request', status: 404 });
  });
});
