import { createId } from './create-id';
import { isJsonObject, type Json, type JsonObject } from './json';

/**
 * The JSON texts of Heddle. `JSON.parse` rounds whole numbers beyond 2^53 − 1 in silence, and `JSON.stringify` refuses
 * the bigint that keeps them. These two read such a number as a bigint, and write it as a number again. Without one
 * they are those of the platform, with the same errors.
 */
export function decodeJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!/\d{16}/.test(text)) return value;
  const quoted = quoteWholeNumbers(text);
  return quoted === text ? value : JSON.parse(quoted, restoreNumber);
}

/** The same; undefined if the text is not JSON. */
export function tryDecodeJson(text: string): Json | undefined {
  try {
    return decodeJson(text) as Json;
  } catch {
    return undefined;
  }
}

/** The object that a text is; undefined if it is not JSON, or another value. */
export function tryDecodeObject(text: string): JsonObject | undefined {
  const value = tryDecodeJson(text);
  return isJsonObject(value) ? value : undefined;
}

/** Reads JSON as the platform does, so that it can write it again; undefined if the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes JSON. A double beyond 2^53 − 1 is written with an exponent, so that it is read as a double again. */
export function encodeJson(value: unknown, indent?: number): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value, null, indent);
    if (text === undefined || !/(?:^|[[:,\s])-?\d{16}/.test(text)) return text;
  } catch (error) {
    // A bigint, or a circle, which fails again.
    if (!(error instanceof TypeError)) throw error;
  }
  return unquoteWholeNumbers(JSON.stringify(value, replaceNumber, indent));
}

/** A text as it is, and any other value as JSON; empty: there is none. */
export function encodeUnlessText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : encodeJson(value);
}

/**
 * The same value with each bigint as a text that no other text is like, for libraries that write JSON themselves.
 * `unquoteWholeNumbers` makes numbers of them again in what they wrote.
 */
export function quoteWholeValues(object: JsonObject): PlainObject {
  return Object.fromEntries(Object.entries(object).map(([key, member]) => [key, quoteValue(member)]));
}

/** JSON as the libraries know it. */
type PlainJson = null | boolean | number | string | readonly PlainJson[] | PlainObject;
type PlainObject = { readonly [key: string]: PlainJson };

function quoteValue(value: Json): PlainJson {
  if (typeof value === 'bigint') return `${drawMark()}${value}`;
  if (value === null || typeof value !== 'object') return value;
  return isList(value) ? value.map(quoteValue) : quoteWholeValues(value);
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);

/**
 * A JSON text with such texts in the place of the whole numbers that `JSON.parse` would round, for libraries that read
 * JSON themselves.
 */
export function quoteWholeNumbers(text: string): string {
  const begin = /"|-?\d[\d.eE+-]*/g;
  const quoted: string[] = [];
  let at = 0;
  for (let found = begin.exec(text); found !== null; found = begin.exec(text)) {
    const [token] = found;
    if (token === '"') {
      begin.lastIndex = findStringEnd(text, begin.lastIndex);
      continue;
    }
    quoted.push(text.slice(at, found.index), quoteNumber(token));
    at = begin.lastIndex;
  }
  return quoted.join('') + text.slice(at);
}

/** Where a string of JSON ends that goes on at a position. */
function findStringEnd(text: string, from: number): number {
  const mark = /"|\\[\s\S]/g;
  mark.lastIndex = from;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[0] === '"') return mark.lastIndex;
  }
  return text.length;
}

/** A text with numbers in the place of what was quoted, also within JSON that is a text in JSON. */
export function unquoteWholeNumbers(text: string): string {
  if (drawnMark === undefined || !text.includes(drawnMark)) return text;
  return text.replace(new RegExp(`(\\\\*")${drawnMark}(-?\\d+(?:\\.\\d+)?(?:e[+-]\\d+)?)\\1`, 'g'), '$2');
}

let drawnMark: string | undefined;

/**
 * What marks a quoted number. It cannot be foreseen, so that no text from outside is taken for a number. It is drawn
 * when the first number needs it, as Node loads its cryptography for that.
 */
function drawMark(): string {
  drawnMark ??= `whole-number-${createId()}:`;
  return drawnMark;
}

function restoreNumber(_key: string, value: unknown): unknown {
  const mark = drawMark();
  return typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value;
}

function replaceNumber(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${drawMark()}${value}`;
  const isLong = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isLong ? `${drawMark()}${value.toExponential()}` : value;
}

function quoteNumber(token: string): string {
  if (token.length < 16 || !/^-?[1-9]\d{15,}$/.test(token)) return token;
  return Number.isSafeInteger(Number(token)) ? token : `"${drawMark()}${token}"`;
}
