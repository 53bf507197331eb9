import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeText } from './decode-text';
import { maxWorkflowBytes } from './limits';

const bytes = (...parts: (string | Uint8Array | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Uint8Array.from(part))));
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

/** `CODE line:column` of what is refused. */
function refusalOf(given: Uint8Array): string {
  const decoded = decodeText(given);
  if (decoded.ok) throw new Error(`Was taken: ${decoded.value}`);
  const { code, range } = decoded.error;
  return `${code} ${range?.line}:${range?.column}`;
}

it('reads every text in UTF-8 and in UTF-16 of both orders, without the byte order mark', () => {
  const text = fc.string({ unit: 'binary' }).filter((given) => !given.startsWith('\ufeff'));
  fc.assert(
    fc.property(text, (given) => {
      for (const file of [bytes(given), bytes('\ufeff', given), utf16(given), utf16(given).swap16()]) {
        expect(decodeText(file)).toEqual({ ok: true, value: given });
      }
    }),
  );
});

it.each<[string, Uint8Array, string]>([
  ['a byte of Latin-1 in the second line', bytes('name: x\ndescription: caf', [0xe9], '\n'), 'HED110 2:17'],
  ['a byte that no text has, after letters of several bytes', bytes('é: "ü', [0xff], '"'), 'HED110 1:6'],
  ['the first byte', bytes([0x89], 'PNG'), 'HED110 1:1'],
  ['a letter that is cut off by the end', bytes('a: b\nc: ', [0xf0, 0x9f, 0xa7]), 'HED110 2:4'],
  ['half of a pair in UTF-16', bytes(utf16('a:\n b'), [0x00, 0xd8, 0x41, 0x00]), 'HED110 2:3'],
  ['half of a letter at the end of UTF-16', bytes(utf16('ab'), [0x63]), 'HED110 1:3'],
])('tells the place of %s', (_what, given, expected) => {
  expect(refusalOf(given)).toBe(expected);
});

it('refuses what is larger than the limit', () => {
  expect(refusalOf(new Uint8Array(maxWorkflowBytes + 1))).toBe('HED105 1:1');
  expect(decodeText(new Uint8Array(maxWorkflowBytes).fill(0x20)).ok).toBe(true);
  const megabyte = 1024 * 1024;
  expect(decodeText(new Uint8Array(megabyte + 1), megabyte)).toMatchObject({
    error: { message: 'The file is larger than 1 MB, the most that Heddle opens.' },
  });
});
