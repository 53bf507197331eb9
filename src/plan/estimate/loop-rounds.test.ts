import { expect, it } from 'vitest';
import { catalogueOf } from '../model-facts.testing';
import { planOf } from '../plan.testing';
import type { TokenCounter } from '../ports';
import { estimatePlan } from './estimate-plan';
import { computeLoopRounds, findRoundOverBudget } from './loop-rounds';

const tokens: TokenCounter = { count: (text) => ({ tokens: text.split(/\s+/).length, exact: true }) };
const priced = catalogueOf(() => ({ price: { inputPerMillion: 1, outputPerMillion: 1_000_000 } }));
const word = { type: 'atomic', description: 'Do', injectContext: false, limits: { maxOutputTokens: 1 } };
const review = { type: 'director_evaluator', director: word, evaluator: word, maxIterations: 5 };

function estimateRounds(tasks: Readonly<Record<string, object>>, id: string) {
  const plan = planOf(tasks, { defaultModel: 'openai:gpt' });
  const estimate = estimatePlan(plan, tokens, priced);
  const task = estimate.tasks[id];
  if (task === undefined) throw new Error(`There is no ${id}.`);
  return { estimate, task, rounds: computeLoopRounds(plan, task) };
}

it('a director has at least one round, and each round may cost a part of the most of all', () => {
  const { task, rounds } = estimateRounds({ review }, 'review');
  expect(rounds).toMatchObject({ least: 1, most: 5 });
  expect((rounds?.costUsd ?? 0) * 5).toBeCloseTo(task.costUsd?.high ?? 0);
});

it('a loop has the rounds that it is written with, also around a director', () => {
  expect(estimateRounds({ a: { ...word, loop: { type: 'repeat', count: 3 } } }, 'a').rounds).toMatchObject({
    least: 3,
    most: 3,
  });
  const around = estimateRounds({ review: { ...review, loop: { type: 'repeat', count: 2 } } }, 'review').rounds;
  expect(around).toMatchObject({ least: 2, most: 2 });
  // Of a loop around a director, a round is all that the director may do.
  expect(around?.costUsd).toBeCloseTo(5 * (estimateRounds({ review }, 'review').rounds?.costUsd ?? 0));
  expect(estimateRounds({ a: word }, 'a').rounds).toBeUndefined();
});

it('says which round a budget may not cover, after what runs before the loop', () => {
  const { estimate, task, rounds } = estimateRounds(
    { before: word, review: { ...review, dependsOn: ['before'] } },
    'review',
  );
  if (rounds === undefined) throw new Error('It has no rounds.');
  const before = estimate.tasks['before']?.costUsd?.high ?? 0;
  const roundOver = (covered: number) =>
    findRoundOverBudget(rounds, task, estimate, before + covered * (rounds.costUsd ?? 0));
  expect([-1, 0.9, 2.5, 3, 5].map(roundOver)).toEqual([1, 1, 3, 4, undefined]);
});
