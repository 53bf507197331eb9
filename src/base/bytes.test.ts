import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startOfBytes, utf8Length } from './bytes';

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
      if (utf8Length(text) <= bytes) expect(start).toBe(text);
      else {
        expect(utf8Length(start)).toBeLessThanOrEqual(bytes);
        const [next = ''] = text.slice(start.length);
        expect(utf8Length(start + next)).toBeGreaterThan(bytes);
      }
    }),
  );
});
