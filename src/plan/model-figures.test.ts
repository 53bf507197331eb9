import { expect, it } from 'vitest';
import { computeDaysTo, formatPrice } from './model-figures';

it('writes prices with cents, and small ones whole', () => {
  expect([0, 0.5, 30, 0.0375, 1.25, 0.125].map(formatPrice)).toEqual([
    '0.00',
    '0.50',
    '30.00',
    '0.0375',
    '1.25',
    '0.125',
  ]);
});

it('counts the days to an end, the day itself with it', () => {
  const now = Date.parse('2026-11-22T18:00:00Z');
  expect(['2026-12-11', '2026-11-22', '2026-11-21'].map((end) => computeDaysTo(end, now))).toEqual([19, -0, -1]);
});
