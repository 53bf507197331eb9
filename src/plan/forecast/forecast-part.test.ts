import { expect, it } from 'vitest';
import { planOf } from '../plan.testing';
import type { EarlierTask } from './forecast';
import { forecastPart } from './forecast-part';

const tasks = {
  read: { description: 'Read' },
  write: { description: 'Write {{read}}', dependsOn: ['read'] },
  check: { description: 'Check {{write}}', dependsOn: ['write'] },
  other: { description: 'Other' },
};
const done: EarlierTask = { status: 'completed', hasFailed: false, told: [] };
const used = { calls: 1, inputTokens: 5e5, outputTokens: 9, costUsd: 7, unpricedCalls: 0, models: ['openai:other'] };
const part = (kind: 'only' | 'from' | 'until', task: string, ended = ['read', 'write', 'check', 'other']) => {
  const plan = planOf(tasks, { defaultModel: 'openai:gpt-5' });
  return forecastPart(
    plan,
    { kind, tasks: [{ task }] },
    [{ id: 'r', plan, tasks: new Map(ended.map((id) => [id, done])), used: new Map(ended.map((id) => [id, used])) }],
    () => ({ inputPerMillion: 1, outputPerMillion: 0 }),
  );
};

it('counts what a part asks: the chosen task, and what follows from its new answer', () => {
  expect(part('only', 'write')).toEqual({ kept: 2, asked: 1, costUsd: 0.5, unpriced: 0 });
  expect(part('from', 'write')).toEqual({ kept: 2, asked: 2, costUsd: 1, unpriced: 0 });
  expect(part('until', 'check')).toEqual({ kept: 4, asked: 0, costUsd: 0, unpriced: 0 });
  expect(part('until', 'write', ['read'])).toEqual({ kept: 1, asked: 1, costUsd: null, unpriced: 1 });
});

it('foresees nothing of a part that would not start', () => {
  expect(part('only', 'check', ['read'])).toBeUndefined();
  expect(part('only', 'nothing')).toBeUndefined();
});
