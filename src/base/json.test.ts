import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameInOrder } from './json';

describe('sameInOrder', () => {
  it('holds for what has the same JSON text', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(value, value, fc.boolean(), (a, other, isCopy) => {
        const b = isCopy ? structuredClone(a) : other;
        expect(isSameInOrder(a, b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
  });

  it('minds the order of keys at any depth, and takes undefined members for absent', () => {
    expect(isSameInOrder({ at: { x: 1, y: 2 } }, { at: { y: 2, x: 1 } })).toBe(false);
    expect(isSameInOrder([{ x: 1, y: undefined }], [{ x: 1 }])).toBe(true);
    expect(isSameInOrder(undefined, null)).toBe(false);
    expect(isSameInOrder([], {})).toBe(false);
  });
});
