import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeShortHash, hashLongText, hashText } from './hash';

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

it('hashes a long text as it hashes short ones', async () => {
  const long = 'ä'.repeat(200_000);
  expect(await hashLongText(long)).toBe(hashText(long));
  expect(await hashLongText('ä')).toBe(hashText('ä'));
});
