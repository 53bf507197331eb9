import fc from 'fast-check';
import { expect, it } from 'vitest';
import { annotated, annotationLimits, annotationsSchema, changeTo, tagsIn } from './annotations';

it('changes what it names and keeps the rest', () => {
  const starred = annotated(undefined, { starred: true });
  expect(starred).toEqual({ starred: true });
  const all = annotated(starred, { tags: ['Release', ' second  try '], note: ' Compare with June. ' });
  expect(all).toEqual({ starred: true, tags: ['Release', 'second try'], note: 'Compare with June.' });
  expect(annotated(all, { starred: false })).toEqual({
    tags: ['Release', 'second try'],
    note: 'Compare with June.',
  });
  expect(annotated(all, { starred: false, tags: [], note: ' ' })).toBeUndefined();
});

it('reads tags from a text, each once whatever its case', () => {
  expect(tagsIn('release, Release,, second  try\nnight ')).toEqual(['release', 'second try', 'night']);
});

it('gives what its schema takes, whatever is written, and changes back', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 2 * annotationLimits.tag });
  const change = fc.record(
    { starred: fc.boolean(), tags: fc.array(text, { maxLength: 30 }), note: fc.string({ maxLength: 6000 }) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(change, change, (first, second) => {
      const before = annotated(undefined, first);
      const after = annotated(before, second);
      if (after !== undefined) expect(annotationsSchema.parse(after)).toEqual(after);
      expect(annotated(after, changeTo(before))).toEqual(before);
    }),
  );
});
