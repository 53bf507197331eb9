import { expect, it } from 'vitest';
import { type EnvProviders, readEnvProviders } from './env-providers';

function from(env: Readonly<Record<string, string>>, named: readonly string[] = []): EnvProviders {
  const found = readEnvProviders(env, named);
  if (!found.ok) throw new Error(found.error);
  return found.value;
}
const urlOf = ({ providers }: EnvProviders, id: string) => providers.find((provider) => provider.id === id)?.baseUrl;

it('takes keys and addresses under the names that the providers themselves use', () => {
  const found = from({
    OPENAI_API_KEY: ' sk-1\n',
    OPENAI_BASE_URL: 'http://localhost:1234/v1/',
    ANTHROPIC_API_KEY: 'sk-2',
    GEMINI_API_KEY: 'g',
  });
  expect(['openai', 'anthropic', 'google', 'openrouter'].map(found.keyOf)).toEqual(['sk-1', 'sk-2', 'g', undefined]);
  expect(urlOf(found, 'openai')).toBe('http://localhost:1234/v1');
  expect(urlOf(found, 'anthropic')).toBe('https://api.anthropic.com/v1');
});

it('takes the address of Anthropic with its version or, as its own tools do, without', () => {
  for (const written of ['http://gate/anthropic', 'http://gate/anthropic/', 'http://gate/anthropic/v1']) {
    expect(urlOf(from({ ANTHROPIC_BASE_URL: written }), 'anthropic')).toBe('http://gate/anthropic/v1');
  }
});

it('leaves it to a server at another address to ask for a key', () => {
  const needs = (env: Readonly<Record<string, string>>) =>
    from(env).providers.find(({ id }) => id === 'openai')?.needsKey;
  expect(needs({})).toBe(true);
  expect(needs({ OPENAI_BASE_URL: '' })).toBe(true);
  expect(needs({ OPENAI_BASE_URL: 'http://localhost:1234/v1' })).toBe(false);
});

it('knows a provider of your own by its name in the environment', () => {
  const found = from({ MY_LAB_BASE_URL: 'https://lab.test/v1', MY_LAB_API_KEY: 'k' }, ['my-lab']);
  expect([urlOf(found, 'my-lab'), found.keyOf('my-lab')]).toEqual(['https://lab.test/v1', 'k']);
});

it('takes the windows of models, one for all or by name', () => {
  const windows = (env: Readonly<Record<string, string>>, id: string) =>
    from(env).providers.find((provider) => provider.id === id)?.windows;
  expect(windows({ SIM_CONTEXT_WINDOW: '8000' }, 'sim')).toEqual({ '*': 8000 });
  expect(windows({ OLLAMA_CONTEXT_WINDOW: 'llama3.1:8b=8192, *=4096' }, 'ollama')).toEqual({
    'llama3.1:8b': 8192,
    '*': 4096,
  });
  expect(windows({}, 'ollama')).toBeUndefined();
});

it('takes the limits of a provider, as a list or as JSON', () => {
  const limits = (text: string) =>
    from({ OPENAI_LIMITS: text }).providers.find((provider) => provider.id === 'openai')?.limits;
  expect(limits('rpm=60, tpm=30000, max_concurrency=4')).toEqual({
    requests_per_minute: 60,
    tokens_per_minute: 30000,
    max_concurrency: 4,
  });
  expect(limits('requests_per_minute=60')).toEqual({ requests_per_minute: 60 });
  expect(limits('{"tokens_per_minute": 30000}')).toEqual({ tokens_per_minute: 30000 });
  expect([limits(''), limits('{}')]).toEqual([undefined, undefined]);
});

it.each([
  [{}, ['lab'], 'Set LAB_BASE_URL'],
  [{ OLLAMA_CONTEXT_WINDOW: '8k' }, [], 'OLLAMA_CONTEXT_WINDOW is not a number of tokens'],
  [{ OLLAMA_CONTEXT_WINDOW: 'qwen=' }, [], 'OLLAMA_CONTEXT_WINDOW is not a number of tokens'],
  [{ OPENAI_LIMITS: 'rpm=0' }, [], 'OPENAI_LIMITS: rpm is a whole number from 1 to 1000000'],
  [{ OPENAI_LIMITS: 'rpm=60, tpm=30k' }, [], 'OPENAI_LIMITS: tpm is a whole number from 1 to 1000000000'],
  [
    { OPENAI_LIMITS: '{"max_concurrency": 1.5}' },
    [],
    'OPENAI_LIMITS: max_concurrency is a whole number from 1 to 1000',
  ],
  [{ OPENAI_LIMITS: '60' }, [], 'OPENAI_LIMITS is not a list of limits, such as rpm=60'],
  [{ OPENAI_LIMITS: 'secret=60' }, [], 'OPENAI_LIMITS has a limit that is not known'],
  [{ OPENAI_LIMITS: '{"rpm":' }, [], 'OPENAI_LIMITS is not a list of limits, such as rpm=60'],
  [{ OPENAI_LIMITS: 'rpm=60, requests_per_minute=70' }, [], 'OPENAI_LIMITS says requests_per_minute twice'],
  [{ OPENAI_BASE_URL: 'localhost:80' }, [], 'OPENAI_BASE_URL is not an address'],
  [{ OPENAI_BASE_URL: 'http://me:secret@host' }, [], 'OPENAI_BASE_URL is not an address'],
])('refuses %o with %o, and does not repeat what may be a secret', (env, named, why) => {
  const found = readEnvProviders(env, named);
  expect(found).toMatchObject({ ok: false, error: expect.stringContaining(why) });
  expect(JSON.stringify(found)).not.toContain('secret');
});
