import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shareJson } from './shared-json';

it('gives back what was there, where it is the same', () => {
  const before = { a: { x: [1, 2], y: { z: 'long' } }, b: [{ n: 1 }, { n: 2 }] };
  const after = structuredClone(before);
  expect(shareJson(before, after)).toBe(before);
  after.b[1] = { n: 3 };
  const found = shareJson(before, after);
  expect(found).toEqual(after);
  expect(found.a).toBe(before.a);
  expect(found.b[0]).toBe(before.b[0]);
  expect(found.b).not.toBe(before.b);
});

it('says what the later value says, in its order', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
      expect(JSON.stringify(shareJson(before, after))).toBe(JSON.stringify(after));
      expect(shareJson(after, structuredClone(after))).toEqual(after);
    }),
  );
  expect(Object.keys(shareJson({ a: 1, b: 2 }, { b: 2, a: 1 }))).toEqual(['b', 'a']);
});
