import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '@/base/errors';
import type { ModelRequest } from '@/engine/ports/model-client';
import { builtInProviders } from './built-in-providers';
import { createModelClient } from './create-model-client';
import { knownModels } from './known-models.testing';
import type { ProviderConfig } from './provider-config';

const vllm: ProviderConfig = {
  id: 'vllm',
  label: 'vLLM',
  protocol: 'compatible',
  baseUrl: 'http://localhost:8000/v1',
  needsKey: false,
};

function setUp(fetcher: typeof globalThis.fetch = async () => new Response()) {
  const keys = new Map<string, string>();
  const listeners = new Set<() => void>();
  const client = createModelClient({
    providers: () => [...builtInProviders, vllm],
    keyOf: (provider) => keys.get(provider),
    onKeyChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    catalogue: async () => knownModels(),
    fetch: fetcher,
  });
  const giveKey = (provider: string, key: string) => {
    keys.set(provider, key);
    for (const listener of listeners) listener();
  };
  return { client, giveKey, listeners };
}

function ask(provider: string, fetcher?: typeof globalThis.fetch): Promise<AppError> {
  const { client, giveKey } = setUp(fetcher);
  if (provider === 'openai') giveKey('openai', 'sk-1');
  const options = { signal: new AbortController().signal, onText: () => undefined };
  return client.generate(requestTo(provider), options).then(
    () => Promise.reject(new Error('It should have failed.')),
    (error: AppError) => error,
  );
}

function requestTo(provider: string): ModelRequest {
  return {
    model: { provider, model: 'm' },
    messages: [{ role: 'user', content: 'Hello' }],
    options: {},
    maxOutputTokens: 9,
    idempotencyKey: 'task/ä/attempt/1/turn/1',
  };
}

/** What a page sees when CORS headers are missing: only the probe succeeds, which has no headers. */
const withoutCors: typeof globalThis.fetch = async (_url, init) => {
  if (init?.headers !== undefined) throw new TypeError('Failed to fetch');
  return Response.error();
};

describe('a server that sends without end', () => {
  const endless = (status: number, piece: string) => async () => {
    const bytes = new TextEncoder().encode(piece);
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(bytes) });
    return new Response(body, { status, headers: { 'content-type': 'text/event-stream' } });
  };
  const text = `data: {"choices":[{"delta":{"content":"${'x'.repeat(2 ** 20)}"}}]}\n\n`;

  it.each([
    ['text', text],
    ['comments', `: ${'x'.repeat(2 ** 20)}\n\n`],
  ])('is stopped when its %s are longer than any answer', async (_what, piece) => {
    expect(await ask('vllm', endless(200, piece))).toMatchObject({ code: 'RESOURCE_EXHAUSTION' });
  });

  it('is stopped in an error too, which keeps its kind', async () => {
    expect(await ask('vllm', endless(401, text))).toMatchObject({ details: { kind: 'auth' } });
  });
});

describe('keys', () => {
  it('makes a provider wait until its key has come, and only then', async () => {
    const { client, giveKey, listeners } = setUp();
    expect(client.keyState('openai')).toBe('needed');
    let ready = false;
    const waiting = client.whenReady('openai', new AbortController().signal).then(() => {
      ready = true;
    });
    giveKey('anthropic', 'other');
    await Promise.resolve();
    expect(ready).toBe(false);
    giveKey('openai', 'sk-1');
    await waiting;
    expect(client.keyState('openai')).toBe('ready');
    expect(listeners.size).toBe(0);
  });

  it('stops to wait on abort', async () => {
    const { client, listeners } = setUp();
    const controller = new AbortController();
    const waiting = client.whenReady('openai', controller.signal);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(listeners.size).toBe(0);
  });

  it('is ready at once where no key is needed', async () => {
    const { client } = setUp();
    await client.whenReady('ollama', new AbortController().signal);
    expect(client.keyState('sim')).toBe('ready');
  });

  it('refuses a call without a key before anything is sent', async () => {
    const { client } = setUp(() => Promise.reject(new Error('It was sent.')));
    const call = client.generate(requestTo('openai'), {
      signal: new AbortController().signal,
      onText: () => undefined,
    });
    await expect(call).rejects.toMatchObject({ code: 'KEY_NEEDED' });
  });
});

describe('calls that never reach a model', () => {
  const inPage = () => vi.stubGlobal('location', { origin: 'https://heddle.test', protocol: 'https:' });
  afterEach(() => vi.unstubAllGlobals());

  it('are not said to lack a CORS header where there is no page', async () => {
    const error = await ask('vllm', withoutCors);
    expect(error).toMatchObject({ retryable: true, details: { kind: 'network' } });
    expect(error.message).toBe('vLLM broke the connection before it answered.');
  });

  it('are told from a missing CORS header by what the server lets the page read', async () => {
    inPage();
    const resetOnce: typeof globalThis.fetch = async (_url, init) => {
      if (init?.method === 'POST') throw new TypeError('Failed to fetch');
      return new Response('[]', { status: 401 });
    };
    expect(await ask('vllm', resetOnce)).toMatchObject({ retryable: true, details: { kind: 'network' } });
  });

  it('explains a missing CORS header of Ollama by the command that sets it', async () => {
    inPage();
    const error = await ask('ollama', withoutCors);
    expect(error.details).toMatchObject({ kind: 'cors', provider: 'ollama' });
    expect(error.retryable).toBe(false);
    expect(error.advice).toContain('OLLAMA_ORIGINS=https://heddle.test ollama serve');
  });

  it('explains a missing CORS header of other servers in their words', async () => {
    inPage();
    expect((await ask('vllm', withoutCors)).advice).toContain(`--allowed-origins '["https://heddle.test"]'`);
  });

  it('takes a refused connection as such after a single probe', async () => {
    const methods: (string | undefined)[] = [];
    const error = await ask('ollama', async (_url, init) => {
      methods.push(init?.method);
      throw new TypeError('Failed to fetch');
    });
    expect(methods).toEqual(['POST', undefined]);
    expect(error.message).toBe('No answer from localhost:11434.');
    expect(error.advice).toBe('Start it with: ollama serve');
    expect(error).toMatchObject({ retryable: true, details: { kind: 'network' } });
  });

  it.each([
    ['vllm', 'Start vLLM, and check its address in Models.'],
    ['openai', 'Check the connection of this computer, and the address of OpenAI in Models.'],
  ])('says what to do where nothing answers: %s', async (provider, advice) => {
    const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    expect((await ask(provider, fetch)).advice).toBe(advice);
  });

  it('are not waited for: a server that does not answer the question either is asked for three seconds', async () => {
    inPage();
    vi.useFakeTimers();
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), ms);
      return controller.signal;
    });
    const silent: typeof globalThis.fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        if (init?.method === 'POST') reject(new TypeError('Failed to fetch'));
        init?.signal?.addEventListener('abort', () => reject(new Error('given up')));
      });
    const asked = ask('vllm', silent);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await asked).toMatchObject({ retryable: true, message: 'No answer from localhost:8000.' });
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('asks nothing of a server that the page has reached before, so that the retry does not wait', async () => {
    inPage();
    const modes: (string | undefined)[] = [];
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      modes.push(init?.mode);
      if (modes.length > 1) throw new TypeError('Failed to fetch');
      return new Response('{}', { status: 400 });
    };
    const { client } = setUp(fetch);
    const call = () =>
      client.generate(requestTo('ollama'), { signal: new AbortController().signal }).catch((error) => error);
    await call();
    expect(await call()).toMatchObject({ retryable: true, message: 'No answer from localhost:11434.' });
    expect(modes).toEqual([undefined, undefined]);
  });

  it('names a provider that there is none of', async () => {
    expect((await ask('nowhere')).message).toContain('“nowhere”');
  });
});

describe('headers', () => {
  const headersTo = async (provider: string): Promise<Headers> => {
    let seen = new Headers();
    await ask(provider, async (_url, init) => {
      seen = new Headers(init?.headers);
      return new Response('{}', { status: 400 });
    });
    return seen;
  };

  it('sends an idempotency key to OpenAI alone, the same for the same turn', async () => {
    const first = (await headersTo('openai')).get('idempotency-key');
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect((await headersTo('openai')).get('idempotency-key')).toBe(first);
    expect((await headersTo('ollama')).get('idempotency-key')).toBeNull();
  });

  it('sends nothing to a local server that a preflight request would have to name, but the content type', async () => {
    expect([...(await headersTo('ollama')).keys()]).toEqual(['content-type']);
  });
});

describe('a stream that breaks with its first bytes', () => {
  it.each(['openai', 'vllm'])('is an answer that was cut off, and may be asked for again: %s', async (provider) => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
    const answer = new Response(broken, { headers: { 'content-type': 'text/event-stream' } });
    const error = await ask(provider, async () => answer);
    expect(error).toMatchObject({ retryable: true, details: { kind: 'cut_off' } });
    expect(error.message).toContain('was cut off');
  });
});

it('tells an error that a stream begins with in the words of the server', async () => {
  const events = [
    { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } },
    { type: 'error', sequence_number: 1, code: 'rate_limit_exceeded', message: 'Too many.', param: null },
  ];
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const answer = new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  const error = await ask('openai', async () => answer);
  expect(error).toMatchObject({ retryable: true, details: { kind: 'rate_limit' } });
  expect(error.message).toContain('Too many.');
});
