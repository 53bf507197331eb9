import { expect, it } from 'vitest';
import { formatProgress, formatRate } from './progress-words';

it('tells a rate in figures of use', () => {
  expect([4999.6, 12, 2.44, 0.5, 0.05].map(formatRate)).toEqual([
    '5,000 steps a second',
    '12 steps a second',
    '2.4 steps a second',
    '30 steps a minute',
    '3.0 steps a minute',
  ]);
});

it('tells how far a pipeline is, and as much of the rest as is known', () => {
  expect(formatProgress({ done: 847, total: 1000, leftMs: 61_200, rate: 2.5 })).toBe(
    '847 of 1,000 steps, 2.5 steps a second, 1:01 left',
  );
  expect(formatProgress({ done: 1, total: 2, leftMs: null, rate: null })).toBe('1 of 2 steps');
  expect(formatProgress({ done: 2, total: 2, leftMs: 0, rate: 9 })).toBe('2 of 2 steps');
});
