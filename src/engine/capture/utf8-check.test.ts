import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Utf8Check } from './utf8-check';

const decoder = new TextDecoder('utf-8', { fatal: true });
function isUtf8(bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function check(bytes: Uint8Array, size: number): boolean {
  const utf8 = new Utf8Check();
  for (let from = 0; from < bytes.length; from += size) utf8.write(bytes.subarray(from, from + size));
  return utf8.end();
}

describe('the check for UTF-8', () => {
  // Bytes at the borders of the rules, so that nearly valid sequences are frequent.
  const edges = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee];
  const byte = fc.constantFrom(...edges, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff);

  it('says of any bytes what a decoder says, in whatever pieces they come', () => {
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 6 }), fc.integer({ min: 1, max: 7 }), (codes, size) => {
        const bytes = Uint8Array.from(codes);
        expect(check(bytes, size)).toBe(isUtf8(bytes));
      }),
      { numRuns: 5000 },
    );
  });

  it('takes every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 4 }), (text, size) => {
        expect(check(new TextEncoder().encode(text), size)).toBe(true);
      }),
    );
  });
});
