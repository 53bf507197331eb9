import { expect, it } from 'vitest';
import { type EventOf, eventVersion } from './events';
import { formatLearned } from './learned-words';

const learned = (model: string, parameter: string, instead: string): EventOf<'model.learned'> => ({
  v: eventVersion,
  seq: 1,
  t: '2026-11-01T10:00:00.000Z',
  path: 'task/a/attempt/1',
  id: 'x',
  kind: 'model.learned',
  model,
  data: { provider: 'openai', parameter, instead, said: 'Unsupported parameter.' },
});

it('tells in plain words what a model refused, and what is done from now on', () => {
  expect(formatLearned(learned('openai:gpt-6-astra', 'temperature', 'left out'))).toBe(
    'gpt-6-astra refused temperature; left out from now on',
  );
  expect(formatLearned(learned('openai:qwen3:8b', 'max_tokens', 'sent as max_completion_tokens'))).toBe(
    'qwen3:8b refused max_tokens; sent as max_completion_tokens from now on',
  );
  expect(formatLearned(learned('openai:qwen3:8b', 'context window', '32768 tokens at most'))).toBe(
    'qwen3:8b takes 32,768 tokens at most',
  );
});
