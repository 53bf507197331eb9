import type { Extension } from './extension';
import { formatText } from './format';
import { expectPosition } from './values';

/** Most characters that a function makes of shorter texts, so that no expression fills the memory. */
const maxMade = 10_000_000;

/** What CEL calls white space: that of Unicode, without what has no width. */
const space = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+';
const outerSpace = new RegExp(`^${space}|${space}$`, 'g');

const loneSurrogate = /\p{Surrogate}/gu;

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['"', '\\"'],
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
]);

/** Texts, as in the extension `strings` of CEL. Positions count characters, not the units of UTF-16. */
export const stringsExtension: Extension = {
  replaces: ['.indexOf', '.join', '.lastIndexOf', '.lowerAscii', '.split', '.substring', '.trim', '.upperAscii'],
  functions: [
    { signature: 'string.charAt(int): string', call: getCharacter },
    { signature: 'string.format(list): string', call: formatText },
    {
      signature: 'string.indexOf(string): int',
      call: (text: string, part: string) => findTextPosition(text, part, 0n),
    },
    { signature: 'string.indexOf(string, int): int', call: findTextPosition },
    { signature: 'list.join(): string', call: (parts: readonly unknown[]) => joinTexts(parts, '') },
    { signature: 'list.join(string): string', call: joinTexts },
    {
      signature: 'string.lastIndexOf(string): int',
      call: (text: string, part: string) => findLastTextPosition(text, part),
    },
    { signature: 'string.lastIndexOf(string, int): int', call: findLastTextPosition },
    { signature: 'string.lowerAscii(): string', call: (text: string) => text.replace(/[A-Z]+/g, convertToLower) },
    { signature: 'string.replace(string, string): string', call: replaceText },
    { signature: 'string.replace(string, string, int): string', call: replaceText },
    { signature: 'string.reverse(): string', call: (text: string) => [...text].reverse().join('') },
    { signature: 'string.split(string): list<string>', call: splitText },
    { signature: 'string.split(string, int): list<string>', call: splitText },
    { signature: 'string.substring(int): string', call: cutSubstring },
    { signature: 'string.substring(int, int): string', call: cutSubstring },
    { signature: 'string.trim(): string', call: (text: string) => text.replace(outerSpace, '') },
    { signature: 'string.upperAscii(): string', call: (text: string) => text.replace(/[a-z]+/g, convertToUpper) },
  ],
};

/** The function `strings.quote`. */
export const quotingExtension: Extension = {
  namespace: 'strings',
  functions: [{ signature: 'strings.quote(string): string', call: quoteCelText }],
};

function convertToLower(text: string): string {
  return text.toLowerCase();
}

function convertToUpper(text: string): string {
  return text.toUpperCase();
}

function getCharacter(text: string, at: bigint): string {
  const characters = [...text];
  return characters[expectPosition(at, characters.length, 'The position')] ?? '';
}

function findTextPosition(text: string, part: string, from: bigint): bigint {
  const start = countUnits(text, from);
  const at = text.indexOf(part, start);
  return at < 0 ? -1n : BigInt(countCharacters(text.slice(0, at)));
}

function findLastTextPosition(text: string, part: string, from?: bigint): bigint {
  const at = text.lastIndexOf(part, from === undefined ? text.length : countUnits(text, from));
  return at < 0 ? -1n : BigInt(countCharacters(text.slice(0, at)));
}

/** The offset in UTF-16 of a position in characters. */
function countUnits(text: string, at: bigint): number {
  const characters = [...text];
  return characters.slice(0, expectPosition(at, characters.length, 'The position')).join('').length;
}

function countCharacters(text: string): number {
  return [...text].length;
}

function joinTexts(parts: readonly unknown[], separator: string): string {
  const texts = parts.map((part) => {
    if (typeof part !== 'string') throw new Error('“join” takes a list of texts. Write list.map(x, string(x)) first.');
    return part;
  });
  return texts.join(separator);
}

function replaceText(text: string, part: string, by: string, most = -1n): string {
  const pieces = part === '' ? ['', ...text, ''] : text.split(part);
  const count = most < 0n || most > BigInt(pieces.length - 1) ? pieces.length - 1 : Number(most);
  if (text.length + count * by.length > maxMade) throw new Error('“replace” would make too long a text.');
  return (
    pieces.slice(0, count + 1).join(by) +
    pieces
      .slice(count + 1)
      .map((piece) => part + piece)
      .join('')
  );
}

function splitText(text: string, separator: string, most = -1n): readonly string[] {
  const pieces = separator === '' ? [...text] : text.split(separator);
  if (most === 0n) return [];
  if (most < 0n || most >= BigInt(pieces.length)) return pieces;
  const last = Number(most) - 1;
  return [...pieces.slice(0, last), pieces.slice(last).join(separator)];
}

function cutSubstring(text: string, start: bigint, end?: bigint): string {
  const characters = [...text];
  const to = end === undefined ? characters.length : expectPosition(end, characters.length, 'The end');
  return characters.slice(expectPosition(start, to, 'The start'), to).join('');
}

/** A text as CEL writes it in an expression. */
function quoteCelText(text: string): string {
  return `"${[...text.replace(loneSurrogate, '\ufffd')].map((character) => escapes.get(character) ?? character).join('')}"`;
}
