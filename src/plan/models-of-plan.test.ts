import { expect, it } from 'vitest';
import { catalogueOf } from './model-facts.testing';
import { listUnpricedUnderBudget } from './models-of-plan';
import { planOf } from './plan.testing';

const catalogue = catalogueOf(({ provider }) =>
  provider === 'sim' ? { price: { inputPerMillion: 0, outputPerMillion: 0 } } : {},
);
const limits = { maxTotalCostUsd: 1 };
const word = { type: 'atomic', description: 'x', model: 'ollama:a' };
const found = (tasks: Readonly<Record<string, object>>, settings: object = {}) =>
  listUnpricedUnderBudget(planOf(tasks, settings), catalogue);

it('tells of models whose price is not known, under the budget of the run or of a task', () => {
  expect(found({ a: word, b: { model: 'sim:fast' } })).toEqual([]);
  expect(found({ a: word, b: { model: 'sim:fast' }, c: word }, { limits })).toEqual(['ollama:a']);
  expect(found({ a: { ...word, limits }, b: { model: 'ollama:b' } })).toEqual(['ollama:a']);
  expect(found({ a: { ...word, limits: { maxTotalTokens: 5 } } })).toEqual([]);
});

it('tells of those within tasks, and in what they call of the library', () => {
  expect(found({ s: { type: 'sequential', limits, steps: [word] } })).toEqual(['ollama:a']);
  const library = { f: { task: { type: 'sequential', steps: [word, { type: 'call', ref: 'f' }] } }, g: { task: word } };
  expect(found({ c: { type: 'call', ref: 'f', limits } }, { library })).toEqual(['ollama:a']);
  expect(found({ c: { type: 'call', ref: 'f' } }, { library })).toEqual([]);
});
