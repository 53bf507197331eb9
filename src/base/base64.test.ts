import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBase64, encodeBase64 } from './base64';

it('gives back the bytes that were written, as others write them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20_000, size: 'max' }), (bytes) => {
      const text = encodeBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(Buffer.from(decodeBase64(text) ?? []).equals(Buffer.from(bytes))).toBe(true);
    }),
    { numRuns: 30 },
  );
});

it('reads nothing out of what is none', () => {
  for (const text of ['*', 'a', 'ab=c', '====']) expect(decodeBase64(text)).toBeUndefined();
});
