import { expect, it } from 'vitest';
import { estimatePlan } from '@/plan/estimate/estimate-plan';
import { catalogueOf } from '@/plan/model-facts.testing';
import { planOf } from '@/plan/plan.testing';
import { computeRunOutlook } from './run-outlook';

it('counts the top-level tasks that need the missing key, themselves or in a task in them', () => {
  const asks = { type: 'atomic', description: 'Do', model: 'openai:gpt-6-luna' };
  const pair = { type: 'group', subtasks: { a: asks, b: asks } };
  const plan = planOf({
    first: asks,
    choice: { type: 'cond', cases: [{ test: 'true', task: pair }], else: asks },
    free: {},
  });
  const tokens = { count: (text: string) => ({ tokens: text.length, exact: true }) };
  const estimate = estimatePlan(
    plan,
    tokens,
    catalogueOf(() => ({})),
  );
  const { missingKey } = computeRunOutlook({ ok: true, plan, estimate, notes: [] }, [
    { id: 'openai', label: 'OpenAI' },
  ]);
  expect(missingKey).toEqual({ id: 'openai', label: 'OpenAI', tasks: 2 });
});
