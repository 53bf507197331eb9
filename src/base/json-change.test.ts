import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from './json';
import { applyJsonChange, computeJsonChange, invertJsonChange, joinJsonChanges } from './json-change';

const value: fc.Arbitrary<Json> = fc.letrec<{ one: Json }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(1, 2, 'x', null, true),
    fc.array(tie('one'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('one'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).one;
const object = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), value, { maxKeys: 4, noNullPrototype: true });
/** What may be there or not. */
const perhaps = fc.option(object, { nil: undefined });

it('makes the later object of the earlier one, in its order, and turned round the earlier', () => {
  fc.assert(
    fc.property(perhaps, perhaps, (before, after) => {
      const change = structuredClone(computeJsonChange(before, after));
      if (change === undefined) {
        expect(JSON.stringify(before)).toBe(JSON.stringify(after));
        return;
      }
      const made = applyJsonChange(before, change);
      expect(JSON.stringify(made)).toBe(JSON.stringify(after));
      expect(JSON.stringify(applyJsonChange(made, invertJsonChange(change)))).toBe(JSON.stringify(before));
      expect(computeJsonChange(made, after)).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});

it('joins two changes into the one from the first object to the last', () => {
  fc.assert(
    fc.property(perhaps, perhaps, perhaps, (first, second, third) => {
      const [one, two] = [computeJsonChange(first, second), computeJsonChange(second, third)];
      if (one === undefined || two === undefined) return;
      const joined = joinJsonChanges(one, two);
      expect(JSON.stringify(applyJsonChange(first, joined))).toBe(JSON.stringify(third));
      expect(JSON.stringify(applyJsonChange(third, invertJsonChange(joined)))).toBe(JSON.stringify(first));
    }),
    { numRuns: 1000 },
  );
});

it('tells only what changed, and leaves the rest the same objects', () => {
  const before = { name: 'One', library: { f: { task: { a: { n: 1 }, b: { n: 2 } } }, g: { task: {} } } };
  const after = { ...before, library: { ...before.library, f: { task: { ...before.library.f.task, b: { n: 3 } } } } };
  const change = computeJsonChange(before, after);
  const path = ['library', 'f', 'task', 'b', 'n'];
  const ends = { before: 2, after: 3 };
  expect(change).toEqual(path.reduceRight<object>((inner, key) => ({ members: new Map([[key, inner]]) }), ends));
  const made = applyJsonChange(before, change ?? {});
  expect(made).toEqual(after);
  expect(made?.library.g).toBe(before.library.g);
  expect(made?.library.f.task.a).toBe(before.library.f.task.a);
});

it('does not look into what is the same object', () => {
  const large = new Proxy({}, { ownKeys: () => expect.fail('looked into') });
  const ends = { before: 1, after: 2 };
  expect(computeJsonChange({ large, n: 1 }, { large, n: 2 })).toEqual({ members: new Map([['n', ends]]) });
});
