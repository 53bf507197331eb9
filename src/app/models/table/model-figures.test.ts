import { expect, it } from 'vitest';
import { computeDaysTo, formatEfforts, formatPrice, formatShortTokens } from './model-figures';

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

it('writes windows short, and says where one is not known', () => {
  expect([800, 8192, 400_000, 999_900, 1_048_576, undefined].map(formatShortTokens)).toEqual([
    '800',
    '8k',
    '400k',
    '1M',
    '1.05M',
    '?',
  ]);
});

it('tells thinking that is not known from none', () => {
  expect(formatEfforts(undefined)).toBe('not known');
  expect(formatEfforts([])).toBe('–');
  expect(formatEfforts(['low', 'medium', 'max'])).toBe('low – max');
});

it('counts the days to an end, the day itself with it', () => {
  const now = Date.parse('2026-11-22T18:00:00Z');
  expect(['2026-12-11', '2026-11-22', '2026-11-21'].map((end) => computeDaysTo(end, now))).toEqual([19, -0, -1]);
});
