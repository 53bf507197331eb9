import { expect, it } from 'vitest';
import { isNotFetched } from './is-not-fetched';

it('tells code that could not be fetched from code that is broken, in every browser', () => {
  for (const message of [
    'Failed to fetch dynamically imported module: https://x.org/a.js',
    'error loading dynamically imported module: https://x.org/a.js',
    'Importing a module script failed.',
  ]) {
    expect(isNotFetched(new TypeError(message))).toBe(true);
    expect(isNotFetched(new Error(message))).toBe(false);
  }
  expect(isNotFetched(new TypeError('x is not a function'))).toBe(false);
});
