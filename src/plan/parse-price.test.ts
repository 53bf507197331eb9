import { expect, it } from 'vitest';
import { parsePrice } from './parse-price';

it.each([
  ['5/25', 5, 25],
  [' 0.5 / 2.5 ', 0.5, 2.5],
  ['3', 3, 3],
  ['0', 0, 0],
])('reads “%s”', (text, inputPerMillion, outputPerMillion) => {
  expect(parsePrice(text)).toEqual({ inputPerMillion, outputPerMillion });
});

it.each(['', 'stop', '5/', '/5', '5/6/7', '-1', '1e9', 'Infinity', '5,5', '0x1', '2000000'])('refuses “%s”', (text) => {
  expect(parsePrice(text)).toBeUndefined();
});
