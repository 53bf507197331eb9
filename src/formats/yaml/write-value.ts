import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { type ScalarStyle, writeBlockText, writeInlineText } from './write-scalar';

/** A value as it is written after a key or a dash: what is on the same line, and the indented lines below. */
export interface WrittenValue {
  /** Without the space before it; empty if the whole value is below. */
  readonly head: string;
  /** Below the key, indented relative to it; empty lines are empty. */
  readonly lines: readonly string[];
}

/** Keys longer than this must be written with a `?` (YAML allows 1024 characters for one without). */
const maxKey = 1000;

/** Plain names and numbers: a list of these is written on one line. */
const isWord = (value: Json): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^[\w.-]{1,80}$/.test(value));

const indentLines = (lines: readonly string[], by: number): string[] => {
  const spaces = ' '.repeat(by);
  return lines.map((line) => (line === '' ? '' : spaces + line));
};

const writeKey = (key: string): string => writeInlineText(key, false);

/** A value on one line. */
export function writeFlowValue(value: Json): string {
  if (typeof value === 'string') return writeInlineText(value, true);
  if (Array.isArray(value)) return `[${value.map((item: Json) => writeFlowValue(item)).join(', ')}]`;
  if (!isJsonObject(value)) return Object.is(value, -0) ? '-0' : encodeJson(value);
  const entries = Object.entries(value).map(
    ([key, member]) => `${writeInlineText(key, true)}: ${writeFlowValue(member)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** Writes a value in block style, nested values `unit` spaces deeper. A text keeps the `style` that it had. */
export function writeValue(value: Json, unit: number, style?: ScalarStyle): WrittenValue {
  if (typeof value === 'string') {
    const { head, lines } = writeBlockText(value, style);
    // The indentation in a header such as `|2` is counted from the key, whatever the unit.
    return { head, lines: indentLines(lines, /^\|2/.test(head) ? 2 : unit) };
  }
  if (Array.isArray(value)) {
    if (value.every(isWord)) return { head: writeFlowValue(value), lines: [] };
    return {
      head: '',
      lines: indentLines(
        value.flatMap((item: Json) => writeItem(item, unit)),
        unit,
      ),
    };
  }
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    return { head: '', lines: indentLines(writeEntries(value, unit), unit) };
  }
  return { head: writeFlowValue(value), lines: [] };
}

/** The lines of one entry of a map: `key: value`. */
export function writeEntry(key: string, value: Json, unit: number): string[] {
  const { head, lines } = writeValue(value, unit);
  const written = writeKey(key);
  const behind = head === '' ? '' : ` ${head}`;
  return written.length > maxKey ? [`? ${written}`, `:${behind}`, ...lines] : [`${written}:${behind}`, ...lines];
}

/** The lines of the entries of a map. */
export function writeEntries(map: JsonObject, unit: number): string[] {
  return Object.entries(map).flatMap(([key, value]) => writeEntry(key, value, unit));
}

/** The lines of one item of a list: `- value`. A map starts on the line of its dash. */
export function writeItem(value: Json, unit: number): string[] {
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    const [first, ...rest] = writeEntries(value, unit);
    return [`- ${first}`, ...indentLines(rest, 2)];
  }
  const { head, lines } = writeValue(value, 2);
  return head === '' ? ['-', ...lines] : [`- ${head}`, ...lines];
}
