import { expect, it } from 'vitest';
import { computeExpectedRun, formatExpected } from './expected-figures';

const asks = { calls: { low: 1, high: 1 } };
const order = { waves: [['a', 'b'], ['c']], longestPath: ['b', 'c'], tasks: { a: asks, b: asks, c: asks } };

it('adds up what tasks took, with the time of the longest path', () => {
  const figures = new Map([
    ['a', { runs: 2, tokens: 1000, costUsd: 0.02, durationMs: 9000 }],
    ['b', { runs: 12, tokens: 2000, costUsd: null, durationMs: 2000 }],
    ['c', { runs: 3, tokens: 100, costUsd: 0.06, durationMs: 70_000 }],
    ['left out', { runs: 99, tokens: 1e9, costUsd: 99 }],
  ]);
  const expected = computeExpectedRun(order, figures);
  expect(expected && formatExpected(expected, 0.31)).toBe(
    'about $0.08 or more, at most $0.31, 3.1k tok, 1:12; from 12 runs',
  );
  expect(expected && formatExpected(expected)).toBe('about $0.08 or more, 3.1k tok, 1:12; from 12 runs');
});

it('says that a cost is not known, nothing of a time that is not, and nothing at all without a run', () => {
  const expected = computeExpectedRun(order, new Map([['a', { runs: 1, tokens: 30, costUsd: null }]]));
  expect(expected && formatExpected(expected, 0.31)).toBe('cost not known, 30 tok; from 1 run');
  expect(computeExpectedRun(order, new Map())).toBeUndefined();
});

it('is a least cost only where the cost of a task that calls a model is not known', () => {
  const figures = new Map([['a', { runs: 1, tokens: 9, costUsd: 0.5 }]]);
  const wordsWith = (tasks: object) => {
    const expected = computeExpectedRun({ ...order, tasks: { ...order.tasks, ...tasks } }, figures);
    return expected && formatExpected(expected);
  };
  const script = { calls: { low: 0, high: 0 } };
  expect(wordsWith({ b: script, c: script })).toBe('about $0.50, 9 tok; from 1 run');
  expect(wordsWith({ b: script })).toBe('about $0.50 or more, 9 tok; from 1 run');
});
