import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeShortHash, hashText } from './hash';

it('begins as the hash does, whatever was hashed before', () => {
  const texts = fc.array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constant('\ud800 alone'),
      fc.constant('x'.repeat(5000)),
    ),
  );
  fc.assert(
    fc.property(texts, (all) => {
      expect(all.map(computeShortHash)).toEqual(all.map((text) => hashText(text).slice(0, 8)));
    }),
  );
});
