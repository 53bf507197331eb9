import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeCanonicalJson } from './json';

/** The plainest way to write it. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => written(item ?? null)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const sorted = members.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, member]) => `${JSON.stringify(key)}:${written(member)}`).join(',')}}`;
}

/** Few names, with what could separate names in one text among them, so that objects look like each other. */
const name = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\0', ','), maxLength: 3 });

it('writes what is equal as one text, whatever was written before', () => {
  const value = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, fc.constant(undefined), fc.jsonValue({ maxDepth: 1 }), tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 4 }),
    object: fc.dictionary(name, tie('value'), { maxKeys: 5 }),
  })).value;
  fc.assert(
    fc.property(fc.array(value), (all) => {
      for (const one of all) expect(encodeCanonicalJson(one)).toBe(written(one));
    }),
  );
});

it('forgets what it knew of many kinds of objects, and writes them still', () => {
  for (let n = 0; n < 2000; n += 1) {
    expect(encodeCanonicalJson({ [`z${n}`]: 1, [`a${n}`]: n })).toBe(`{"a${n}":${n},"z${n}":1}`);
  }
});
