import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findMovedKeys } from './moved-keys';

it('moves as few as possible', () => {
  expect([...findMovedKeys(['a', 'b', 'c'], ['a', 'b', 'c'])]).toEqual([]);
  expect([...findMovedKeys(['a', 'b', 'c'], ['c', 'a', 'b'])]).toEqual(['c']);
  expect([...findMovedKeys(['a', 'b', 'c', 'd'], ['b', 'x', 'd', 'a'])]).toEqual(['a']);
});

it('leaves keys that are in the same order in both', () => {
  const list = fc.uniqueArray(fc.constantFrom(...'abcdefgh'));
  fc.assert(
    fc.property(list, list, (before, after) => {
      const moved = findMovedKeys(before, after);
      const staysIn = (keys: readonly string[], others: readonly string[]) =>
        keys.filter((key) => others.includes(key) && !moved.has(key));
      expect(staysIn(before, after)).toEqual(staysIn(after, before));
      for (const key of moved) expect(before.includes(key) && after.includes(key)).toBe(true);
    }),
  );
});
