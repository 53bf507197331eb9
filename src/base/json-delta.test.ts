import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from './json';
import { applyJsonDelta, computeJsonDelta } from './json-delta';

const value: fc.Arbitrary<Json> = fc.letrec<{ one: Json }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(1, 2, 'x', null, true),
    fc.array(tie('one'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('one'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).one;
const object = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), value, { maxKeys: 4, noNullPrototype: true });

it('makes the later object of the earlier one, in its order', () => {
  fc.assert(
    fc.property(object, object, (before, after) => {
      const delta = computeJsonDelta(before, after);
      const made = delta === undefined ? before : applyJsonDelta(before, structuredClone(delta));
      expect(JSON.stringify(made)).toBe(JSON.stringify(after));
      // Nothing is told twice, and nothing made anew: what has the later value already stays as it is.
      if (delta !== undefined) expect(applyJsonDelta(made, structuredClone(delta))).toBe(made);
      expect(computeJsonDelta(made, after)).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});

it('tells only what changed, and leaves the rest the same objects', () => {
  const before = { name: 'One', library: { f: { task: { a: { n: 1 }, b: { n: 2 } } }, g: { task: {} } } };
  const after = { ...before, library: { ...before.library, f: { task: { ...before.library.f.task, b: { n: 3 } } } } };
  const delta = computeJsonDelta(before, after);
  const path = ['library', 'f', 'task', 'b', 'n'];
  expect(delta).toEqual(path.reduceRight<object>((inner, key) => ({ members: new Map([[key, inner]]) }), { value: 3 }));
  const made = applyJsonDelta(before, delta ?? { value: null });
  expect(made).toEqual(after);
  expect(made.library.g).toBe(before.library.g);
  expect(made.library.f.task.a).toBe(before.library.f.task.a);
});

it('does not look into what is the same object', () => {
  const large = new Proxy({}, { ownKeys: () => expect.fail('looked into') });
  expect(computeJsonDelta({ large, n: 1 }, { large, n: 2 })).toEqual({ members: new Map([['n', { value: 2 }]]) });
});
