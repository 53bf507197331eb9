import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeUtf8Length, encodePassingBytes, startOfBytes } from './bytes';

it('gives the longest beginning that fits, and splits no code point', () => {
  expect(startOfBytes('Grüße', 3)).toBe('Gr');
  expect(startOfBytes('Grüße', 4)).toBe('Grü');
  expect(startOfBytes('a👋b', 4)).toBe('a');
  expect(startOfBytes('a👋b', 5)).toBe('a👋');
  expect(startOfBytes('abc', 0)).toBe('');
});

it('leaves a text that fits as it is, and else lacks less than a code point', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, bytes) => {
      const start = startOfBytes(text, bytes);
      expect(text.startsWith(start)).toBe(true);
      if (computeUtf8Length(text) <= bytes) expect(start).toBe(text);
      else {
        expect(computeUtf8Length(start)).toBeLessThanOrEqual(bytes);
        const [next = ''] = text.slice(start.length);
        expect(computeUtf8Length(start + next)).toBeGreaterThan(bytes);
      }
    }),
  );
});

it('are those of UTF-8, however long the text is and whatever was asked for before', () => {
  const lone = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) });
  fc.assert(
    fc.property(
      fc.oneof(
        lone,
        lone.map((text) => text.repeat(500)),
      ),
      (text) => {
        const bytes = new TextEncoder().encode(text);
        expect(computeUtf8Length(text)).toBe(bytes.length);
        expect(encodePassingBytes(text)).toEqual(bytes);
      },
    ),
  );
});
