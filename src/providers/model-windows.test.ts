import { expect, it } from 'vitest';
import { modelWindows, type SetWindows } from './model-windows';

const windowOf = (name: string, set: SetWindows = []) => {
  const colon = name.indexOf(':');
  return modelWindows(() => set).windowOf({ provider: name.slice(0, colon), model: name.slice(colon + 1) });
};

it('knows well-known models by how their names begin, also as OpenRouter names them', () => {
  expect(windowOf('openai:o1-mini-2024-09-12')).toBe(128_000);
  expect(windowOf('openai:o1')).toBe(200_000);
  expect(windowOf('openai:gpt-4-0613')).toBe(8_192);
  expect(windowOf('openai:gpt-5-mini')).toBe(272_000);
  expect(windowOf('anthropic:claude-sonnet-4-5')).toBe(200_000);
  expect(windowOf('openrouter:anthropic/claude-sonnet-4.5')).toBe(200_000);
  expect(windowOf('openai:somebody/model')).toBeUndefined();
  expect(windowOf('sim:gpt-4o')).toBe(32_768);
  expect(windowOf('ollama:llama3.1')).toBeUndefined();
});

it('takes what was set for a model before what was set for all, and that before what is known', () => {
  const set = [
    { id: 'openai', windows: { 'gpt-4o': 9_000, '*': 5_000 } },
    { id: 'ollama', windows: { qwen: 4_096 } },
  ];
  expect(windowOf('openai:gpt-4o', set)).toBe(9_000);
  expect(windowOf('openai:gpt-4.1', set)).toBe(5_000);
  expect(windowOf('ollama:qwen', set)).toBe(4_096);
  expect(windowOf('ollama:constructor', set)).toBeUndefined();
  expect(windowOf('anthropic:claude-opus-4', set)).toBe(200_000);
});
