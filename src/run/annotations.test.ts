import fc from 'fast-check';
import { expect, it } from 'vitest';
import { annotationLimits, annotationsSchema, applyAnnotationChange, changeTo, parseTags } from './annotations';

it('changes what it names and keeps the rest', () => {
  const starred = applyAnnotationChange(undefined, { starred: true });
  expect(starred).toEqual({ starred: true });
  const all = applyAnnotationChange(starred, { tags: ['Release', ' second  try '], note: ' Compare with June. ' });
  expect(all).toEqual({ starred: true, tags: ['Release', 'second try'], note: 'Compare with June.' });
  expect(applyAnnotationChange(all, { starred: false })).toEqual({
    tags: ['Release', 'second try'],
    note: 'Compare with June.',
  });
  expect(applyAnnotationChange(all, { starred: false, tags: [], note: ' ' })).toBeUndefined();
});

it('reads tags from a text, each once whatever its case', () => {
  expect(parseTags('release, Release,, second  try\nnight ')).toEqual(['release', 'second try', 'night']);
});

it('gives what its schema takes, whatever is written, and changes back', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 2 * annotationLimits.tag });
  const change = fc.record(
    { starred: fc.boolean(), tags: fc.array(text, { maxLength: 30 }), note: fc.string({ maxLength: 6000 }) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(change, change, (first, second) => {
      const before = applyAnnotationChange(undefined, first);
      const after = applyAnnotationChange(before, second);
      if (after !== undefined) expect(annotationsSchema.parse(after)).toEqual(after);
      expect(applyAnnotationChange(after, changeTo(before))).toEqual(before);
    }),
  );
});
