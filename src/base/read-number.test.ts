import { expect, it } from 'vitest';
import { readNumber } from './read-number';

it('reads a number with its thousands parted, and nothing as none', () => {
  expect(['8192', ' 30,000', '1_000 000', '0.5'].map(readNumber)).toEqual([8192, 30_000, 1_000_000, 0.5]);
  expect(['', '  ', 'many'].map(readNumber)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
});
