import { expect, it } from 'vitest';
import { computeOnce } from './compute-once';

it('computes the result of each object once, also one that is nothing', () => {
  const asked: object[] = [];
  const find = computeOnce((key: { readonly found?: string }) => {
    asked.push(key);
    return key.found;
  });
  const [one, other] = [{ found: 'it' }, {}];
  expect([find(one), find(other), find(one), find(other)]).toEqual(['it', undefined, 'it', undefined]);
  expect(asked).toEqual([one, other]);
});
