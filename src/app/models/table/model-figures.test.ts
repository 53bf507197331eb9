import { expect, it } from 'vitest';
import { formatEfforts, formatShortTokens } from './model-figures';

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
