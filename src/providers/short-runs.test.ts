import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitLongRuns } from './short-runs';

const character = fc.constantFrom('a', ' ', '\n', 'é', '\u3000', '😀', '漢');
const stretch = fc.tuple(character, fc.nat(1200)).map(([one, times]) => one.repeat(times));
const texts = fc.array(fc.oneof(stretch, fc.string()), { maxLength: 6 }).map((parts) => parts.join(''));

it('keeps the whole text, leaves no run longer than it may be, and splits no code point', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const pieces = splitLongRuns(text);
      expect(pieces.join('')).toBe(text);
      for (const piece of pieces) {
        expect(/\S{513}|\s{513}/.test(piece)).toBe(false);
        expect(new TextDecoder().decode(new TextEncoder().encode(piece))).toBe(piece);
      }
    }),
  );
});

it('leaves a text without long runs as it is', () => {
  const text = 'word '.repeat(1000);
  expect(splitLongRuns(text)).toEqual([text]);
  expect(splitLongRuns('')).toEqual(['']);
  expect(splitLongRuns('a'.repeat(511))).toHaveLength(1);
});
