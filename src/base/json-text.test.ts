import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from './json';
import { decodeJson, encodeJson, quoteWholeNumbers, quoteWholeValues, unquoteWholeNumbers } from './json-text';

const wholeNumber = fc.oneof(fc.bigInt(), fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.constantFrom(2n ** 53n));
const isSafe = (value: bigint) => Number.isSafeInteger(Number(value));
/** Minus zero is written as zero. */
const plain = (value: unknown) => (Object.is(value, -0) ? 0 : value);
/** Whether a value is no double that other writers of JSON write as a long whole number. */
const isShort = (value: unknown) => !Number.isInteger(value) || Number.isSafeInteger(value);
/** JSON values as they are read: a whole number is a bigint where a double would round it. */
const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.jsonValue({ maxDepth: 0 }).map(plain).filter(isShort),
    wholeNumber.map((number) => (isSafe(number) ? Number(number) : number)),
    fc.stringMatching(/^-?\d{15,20}$/),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

describe('JSON texts', () => {
  it('keep each digit of whole numbers, and leave texts of digits texts', () => {
    fc.assert(
      fc.property(anyValue, fc.constantFrom(undefined, 2), (value, indent) => {
        const text = encodeJson(value, indent);
        expect(decodeJson(text)).toEqual(value);
        expect(encodeJson(decodeJson(text), indent)).toBe(text);
      }),
    );
  });

  it.each([
    ['653247040368672768', 653247040368672768n],
    ['-9007199254740992', -9007199254740992n],
    ['9007199254740991', 9007199254740991],
    ['"653247040368672768"', '653247040368672768'],
    ['{"a": [653247040368672768, "\\"653247040368672768"]}', { a: [653247040368672768n, '"653247040368672768'] }],
    ['0.12345678901234567890', 0.12345678901234568],
    ['12345678901234567890.5', 12345678901234567000],
    ['1e20', 1e20],
  ])('%s is read', (text, value) => {
    expect(decodeJson(text)).toEqual(value);
  });

  it.each([
    '{12345678901234567890: 1}',
    '012345678901234567890',
    '[12345678901234567890,]',
    '12345678901234567890x',
    '',
  ])('the text %j is refused as the platform refuses it', (text) => {
    const said = (parse: (text: string) => unknown) => {
      try {
        return parse(text);
      } catch (error) {
        return String(error);
      }
    };
    expect(said(decodeJson)).toBe(said(JSON.parse));
  });

  it('hold doubles beyond 2^53 − 1 as doubles', () => {
    for (const value of [1e20, 2 ** 53, -(2 ** 60), Number.MAX_VALUE]) {
      expect(decodeJson(encodeJson({ value }))).toEqual({ value });
    }
  });
});

describe('numbers for other readers and writers of JSON', () => {
  it('pass through them, also as JSON within a text', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const quoted = quoteWholeValues({ value: value as Json })['value'];
        const written = JSON.stringify({ at: quoted, in: JSON.stringify(quoted) });
        const sent = decodeJson(unquoteWholeNumbers(written)) as { at: unknown; in: string };
        expect(sent.at).toEqual(value);
        expect(decodeJson(sent.in)).toEqual(value);
        const read = JSON.stringify(JSON.parse(quoteWholeNumbers(encodeJson(value))));
        expect(decodeJson(unquoteWholeNumbers(read))).toEqual(value);
        const text = encodeJson(value);
        expect(unquoteWholeNumbers(quoteWholeNumbers(text))).toBe(text);
      }),
    );
  });
});
