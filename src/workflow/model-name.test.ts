import { describe, expect, it } from 'vitest';
import { parseModelName } from './model-name';

describe('parseModelName', () => {
  it('takes a prefix as a provider only if it is known', () => {
    expect(parseModelName('openai:gpt-4o', undefined, [])).toEqual({ provider: 'openai', model: 'gpt-4o' });
    expect(parseModelName('ollama:llama3:8b', undefined, [])).toEqual({ provider: 'ollama', model: 'llama3:8b' });
    expect(parseModelName('llama3:8b', undefined, [])).toEqual({ model: 'llama3:8b' });
    expect(parseModelName('lab:qwen', undefined, ['lab'])).toEqual({ provider: 'lab', model: 'qwen' });
  });

  it('gives a bare name the provider of the default model', () => {
    expect(parseModelName('llama3:8b', 'ollama:qwen', [])).toEqual({ provider: 'ollama', model: 'llama3:8b' });
    expect(parseModelName('gpt-4o', 'gpt-4o-mini', [])).toEqual({ model: 'gpt-4o' });
  });

  it('takes a provider without a model for a name', () => {
    expect(parseModelName('openai:', undefined, [])).toEqual({ model: 'openai:' });
  });
});
