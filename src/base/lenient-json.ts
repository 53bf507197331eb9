import { printParseErrorCode, visit } from 'jsonc-parser';
import { maxNesting } from './json';
import { explainFault } from './lenient-json-words';

/** JSON that was read leniently. */
export interface LenientJson {
  readonly ok: true;
  /** The same value as strict JSON. Its numbers are written as they were. */
  readonly text: string;
  /** What was mended, in words for a person; empty: it was strict JSON, perhaps between spaces. */
  readonly repaired: readonly string[];
}

/** Why a text cannot be read as JSON without a guess. */
export interface JsonFault {
  readonly ok: false;
  /** Character of the text, from 0. */
  readonly offset: number;
  /** The place and the reason: `line 1, character 9: “NaN” is not JSON`. */
  readonly message: string;
}

/**
 * Reads a text as one JSON value where nothing is guessed: a byte order mark, fences, words around the value, trailing
 * commas, comments, and line breaks in texts are mended. Anything else, such as typographic quotes, single quotes, NaN,
 * a missing bracket, or several different values, is a fault with its place. `wanted`: values of other types in the
 * words around the value do not count.
 */
export function readLenientJson(text: string, wanted?: 'object' | 'array'): LenientJson | JsonFault {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const bare = text.slice(start);
  const mark = start === 0 ? [] : ['a byte order mark'];
  if (isStrictJson(bare)) return { ok: true, text: bare, repaired: mark };
  const all = readValuesIn(text, start, text.length)[0];
  if (all !== undefined) return buildFound(all, mark);

  const begin = findThoughtsEnd(text) ?? start;
  const thought = begin === start ? mark : [...mark, 'the thoughts before it'];
  const rest = readValuesIn(text, begin, text.length)[0];
  if (rest !== undefined) return buildFound(rest, thought);

  const isWanted = (value: ReadValue) => wanted === undefined || value.text.startsWith(wanted === 'object' ? '{' : '[');
  const fences = findFences(text, begin);
  const fenced = findOneValue(fences.flatMap(({ from, to }) => readValuesIn(text, from, to)).filter(isWanted));
  if (fenced?.ok) return buildFound(fenced, [...thought, 'a code fence']);
  const around = fenced ?? findOneValue(findValuesAmongWords(text, begin).filter(isWanted));
  if (around?.ok) return buildFound(around, [...thought, 'words around the JSON']);
  const { offset, why } = around ?? findFurthestFault(text, fences, begin);
  return { ok: false, offset, message: explainFault(text, offset, why) };
}

/** Where a value cannot be read, and why: an error of the parser by its name, or words. */
interface Fault {
  readonly ok: false;
  readonly offset: number;
  readonly why: string;
}

/** A value in a text, and its end. */
interface ReadValue {
  readonly ok: true;
  readonly from: number;
  readonly end: number;
  readonly text: string;
  readonly repaired: ReadonlySet<string>;
}

function buildFound({ text, repaired }: ReadValue, more: readonly string[]): LenientJson {
  return { ok: true, text, repaired: [...new Set([...more, ...repaired])] };
}

/** The value that all of these are; a fault if they differ; undefined if there is none. */
function findOneValue(values: readonly ReadValue[]): ReadValue | Fault | undefined {
  const [first, ...others] = values;
  if (first === undefined) return undefined;
  const other = others.find((value) => value.text !== first.text);
  if (other !== undefined) return { ok: false, offset: other.from, why: 'a second JSON value begins here: give one' };
  return others.length === 0 ? first : { ...first, repaired: new Set([...first.repaired, 'the same JSON twice']) };
}

/** Thrown out of the parser: the value has ended, or cannot be read. */
class Stop extends Error {}

/** What the parser says of a text in which a line break or a control character stands within quotes. */
const brokenTexts: ReadonlySet<string> = new Set(['UnexpectedEndOfString', 'InvalidCharacter']);

/** Reads the value that begins at a position. What follows it is not looked at. */
function readValueAt(text: string, from: number): ReadValue | Fault {
  const tail = text.slice(from);
  const plain = readTokens(tail, tail);
  const isBroken = plain.fault !== undefined && brokenTexts.has(plain.fault.why);
  const { fault, tokens, repaired, end } = isBroken ? readTokens(tail, replaceControls(tail)) : plain;
  if (fault !== undefined) return { ...fault, offset: from + fault.offset };
  const written = tail.slice(0, end);
  const strict = isStrictJson(written) ? written : tokens.join('');
  return { ok: true, from, end: from + end, text: strict, repaired };
}

/**
 * The tokens of the value at the start of a text. `parsed`: the text as the parser is given it, of the same length.
 * Without a fault, `end` is where the value ends.
 */
function readTokens(text: string, parsed: string) {
  const tokens: string[] = [];
  const repaired = new Set<string>();
  let depth = 0;
  let end = 0;
  let fault: Fault | undefined;

  const addToken = (offset: number, length: number) => {
    const written = text.slice(offset, offset + length);
    const escaped = written.startsWith('"') ? escapeControls(written) : written;
    if (escaped !== written) repaired.add('line breaks in texts');
    tokens.push(escaped);
  };
  const endAt = (offset: number) => {
    end = offset;
    if (depth === 0) throw new Stop();
  };
  const failAt = (offset: number, why: string) => {
    fault = { ok: false, offset, why };
    throw new Stop();
  };
  const openBracket = (offset: number) => {
    depth += 1;
    if (depth > maxNesting) failAt(offset, `more than ${maxNesting} levels of nesting`);
    addToken(offset, 1);
  };
  const closeBracket = (bracket: '}' | ']', offset: number) => {
    // The parser closes what is never closed, too.
    if (parsed[offset] !== bracket) failAt(offset, bracket === '}' ? 'CloseBraceExpected' : 'CloseBracketExpected');
    if (tokens.at(-1) === ',') {
      tokens.pop();
      repaired.add('trailing commas');
    }
    addToken(offset, 1);
    depth -= 1;
    endAt(offset + 1);
  };
  const addLiteral = (offset: number, length: number) => {
    addToken(offset, length);
    endAt(offset + length);
  };

  try {
    visit(
      parsed,
      {
        onObjectBegin: openBracket,
        onArrayBegin: openBracket,
        onObjectProperty: (_, offset, length) => addToken(offset, length),
        onLiteralValue: (_, offset, length) => addLiteral(offset, length),
        onSeparator: (_, offset) => addToken(offset, 1),
        onObjectEnd: (offset) => closeBracket('}', offset),
        onArrayEnd: (offset) => closeBracket(']', offset),
        onComment: () => void repaired.add('comments'),
        onError: (code, offset) => failAt(offset, printParseErrorCode(code)),
      },
      { allowTrailingComma: true },
    );
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  return { tokens, repaired, end, fault };
}

/** Whether a text is JSON to the letter. */
export function isStrictJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The value that a range consists of; empty if it cannot be read. */
function readValuesIn(text: string, from: number, to: number): readonly ReadValue[] {
  const value = readValueAt(text.slice(0, to), skipSpace(text, from));
  if (!value.ok || skipTrivia(text.slice(0, to), value.end) !== to) return [];
  const isCommented = text.slice(value.end, to).trim() !== '';
  return [isCommented ? { ...value, repaired: new Set([...value.repaired, 'comments']) } : value];
}

const fence = /```[\w-]*[ \t]*\r?\n?/g;

/** What stands in fences after a position. The last one may be unclosed. */
function findFences(text: string, begin: number): readonly { readonly from: number; readonly to: number }[] {
  const marks = [...text.matchAll(fence)].filter(({ index }) => index >= begin);
  return marks.flatMap((mark, index) => {
    if (index % 2 === 1) return [];
    return [{ from: mark.index + mark[0].length, to: marks[index + 1]?.index ?? text.length }];
  });
}

/** Most places of a text where a value is looked for: reading may go to the end from each. */
const mostStarts = 200;

/** The objects and lists that stand in a text after a position, outermost only. */
function findValuesAmongWords(text: string, start: number): readonly ReadValue[] {
  const begins = /[[{]/g;
  begins.lastIndex = start;
  const values: ReadValue[] = [];
  for (let tried = 0; tried < mostStarts; tried++) {
    const begin = begins.exec(text);
    if (begin === null) return values;
    const value = readValueAt(text, begin.index);
    if (!value.ok) continue;
    values.push(value);
    begins.lastIndex = value.end;
  }
  return [];
}

/** Where the answer begins, if the model’s thoughts stand before it and are closed by a tag. */
function findThoughtsEnd(text: string): number | undefined {
  const at = text.indexOf('</think>');
  return at < 0 ? undefined : at + '</think>'.length;
}

/** The fault of the value that was most probably meant: the one of which the most can be read. */
function findFurthestFault(text: string, fences: ReturnType<typeof findFences>, start: number): Fault {
  const first = text.slice(start).search(/[[{]/);
  const starts = [...fences.map(({ from }) => skipSpace(text, from)), ...(first < 0 ? [] : [start + first])];
  const faults = starts.slice(0, mostStarts).flatMap((from) => {
    const value = readValueAt(text, from);
    return value.ok ? [] : [value];
  });
  const furthest = faults.sort((a, b) => b.offset - a.offset)[0];
  if (furthest !== undefined) return furthest;
  const whole = readValueAt(text, skipSpace(text, start));
  if (!whole.ok) return whole;
  return { ok: false, offset: skipTrivia(text, whole.end), why: 'something follows the JSON' };
}

function skipSpace(text: string, from: number): number {
  const at = text.slice(from).search(/\S/);
  return at < 0 ? text.length : from + at;
}

/** Skips spaces and comments. */
function skipTrivia(text: string, from: number): number {
  const trivia = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
  trivia.lastIndex = from;
  trivia.exec(text);
  return trivia.lastIndex;
}

/** Parts of JSON in which a quotation mark does not begin a text: comments; and texts themselves. */
const textsAndComments = /\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)|"[^"\\]*(?:\\[\s\S][^"\\]*)*"/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const controls = /[\u0000-\u001f]/g;

/** The same text, of the same length, with control characters in its texts replaced by spaces. */
function replaceControls(text: string): string {
  return text.replace(textsAndComments, (part) => (part.startsWith('"') ? part.replace(controls, ' ') : part));
}

const escapes: Readonly<Record<string, string>> = { '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeControls(written: string): string {
  return written.replace(
    controls,
    (character) => escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
