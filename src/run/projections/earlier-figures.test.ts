import { expect, it } from 'vitest';
import type { ModelRef } from '@/plan/plan';
import { planOf } from '@/plan/plan.testing';
import type { EventDraft } from '../events';
import { runOf, started } from '../run-of.testing';
import { computeEarlierFigures } from './earlier-figures';

/** A plan that asks a model at a dollar a million tokens for `a`, and one whose price is not known for `g/x`. */
const priced = (model: string) => ({
  plan: planOf(
    {
      a: { model },
      g: { type: 'group', subtasks: { x: { type: 'atomic', description: 'x', model: 'openai:unheard-of' } } },
    },
    { defaultModel: 'openai:gpt-5' },
  ),
  priceOf: (asked: ModelRef) =>
    asked.model === 'unheard-of' ? undefined : { inputPerMillion: 1, outputPerMillion: 1 },
});

const replied = (task: string, tokens: number, costUsd: number | null, more: object = {}): EventDraft => ({
  kind: 'model.replied',
  path: `${task}/attempt/1/turn/1`,
  model: 'openai:gpt-4o',
  result: 'x',
  data: {
    provider: 'p',
    finishReason: 'stop',
    usage: { inputTokens: tokens, outputTokens: 0, cachedTokens: 0, costUsd, estimated: false },
    durationMs: 1,
  },
  ...more,
});
const done = (path: string, durationMs: number): EventDraft => ({
  kind: 'task.completed',
  path,
  result: 'x',
  data: { status: 'COMPLETE', attempts: 1, usage: null, durationMs },
});

it('says nothing of what a simulated model answered, unless it is asked again', () => {
  const simulated = runOf(started('task/a'), replied('task/a', 100, 0, { model: 'sim:default' }), done('task/a', 1000));
  expect(computeEarlierFigures([simulated], priced('openai:gpt-5')).size).toBe(0);
  expect(computeEarlierFigures([simulated], priced('sim:default')).get('a')).toMatchObject({ tokens: 100, costUsd: 0 });
});

it('is the average of the runs that called a model for it, containers with what is in them', () => {
  const first = runOf(
    started('task/a'),
    replied('task/a', 100, 0.2),
    done('task/a', 1000),
    started('task/g', 'group'),
    started('task/g/attempt/1/task/x'),
    replied('task/g/attempt/1/task/x', 10, null),
  );
  const second = runOf(started('task/a'), replied('task/a', 300, 0.4), done('task/a', 3000));
  // What was taken over costs this run nothing, and says nothing of what asking costs.
  const third = runOf(started('task/a'), replied('task/a', 900, 9, { taken: { seq: 1 } }), done('task/a', 1));
  const found = computeEarlierFigures([first, second, third], priced('openai:gpt-4o'));
  expect(found.get('a')).toEqual({ runs: 2, tokens: 200, costUsd: expect.closeTo(0.0002, 6), durationMs: 2000 });
  expect(found.get('g')).toEqual({ runs: 1, tokens: 10, costUsd: null });
  expect(found.get('g/x')).toEqual({ runs: 1, tokens: 10, costUsd: null });
});
