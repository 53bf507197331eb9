import { describe, expect, it } from 'vitest';
import { findModelNameProblem, parseModelName } from './model-name';

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

describe('the name of a model', () => {
  it.each([
    ['openai:', 'openai:gpt-6', 'names no model'],
    ['claude 3 sonnet!', 'openai:gpt-6', 'it has “ ” in it'],
    ['sonnet!', undefined, 'it has “!” in it'],
    ['https://api.example.com/v1', 'openai:gpt-6', 'is an address'],
    ['nope:x', 'openai:gpt-6', '“nope” is not a known provider'],
    ['sim:nope:x', undefined, '“nope” is not a known provider'],
  ])('cannot be %s', (text, defaultModel, problem) => {
    expect(findModelNameProblem(text, defaultModel, [])).toContain(problem);
  });

  it.each([
    ['gpt-7-turbo-2027', 'openai:gpt-6'],
    ['openai:ft:gpt-4o:lab::id7', undefined],
    ['meta-llama/llama-4:free', 'openrouter:x'],
    ['ollama:hf.co/lab/qwen3:8b-q4_K_M', undefined],
    ['llama3:8b', 'ollama:qwen'],
    ['nope:x', undefined],
    ['lab:any:thing', undefined],
  ])('can be %s', (text, defaultModel) => {
    expect(findModelNameProblem(text, defaultModel, ['lab'])).toBeUndefined();
  });
});
