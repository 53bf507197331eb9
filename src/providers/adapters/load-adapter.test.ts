import { afterAll, expect, it, vi } from 'vitest';
import type { Protocol } from '../provider-config';
import { loadAdapter } from './load-adapter';

afterAll(() => vi.unstubAllEnvs());

// A pipeline that hands on a variable which is not set hands on an empty one.
it.each<Protocol>(['openai', 'anthropic', 'google', 'compatible'])(
  'the library of %s is loaded whatever the variables say that it would read itself',
  async (protocol) => {
    const names = ['OPENAI', 'ANTHROPIC', 'GOOGLE', 'GOOGLE_GENERATIVE_AI'];
    for (const name of names.flatMap((maker) => [`${maker}_BASE_URL`, `${maker}_API_KEY`])) vi.stubEnv(name, ' ');
    expect(await loadAdapter(protocol)).toBeTypeOf('function');
  },
);
