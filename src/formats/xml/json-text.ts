import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';

/** The most characters of a line of JSON, its indentation not counted. */
const lineWidth = 80;

/** The lines of a value as JSON that XML can hold: on one line if it is short, otherwise each member on its own. */
export function writeJsonLines(value: Json): string[] {
  const flat = writeFlatJson(value);
  if (flat.length <= lineWidth || typeof value !== 'object' || value === null) return [flat];
  if (Array.isArray(value))
    return wrapInBrackets(
      '[',
      value.map((item: Json) => writeJsonLines(item)),
      ']',
    );
  const members = Object.entries(value).map(([key, member]) => {
    const [first = '', ...rest] = writeJsonLines(member);
    return [`${quoteJsonText(key)}: ${first}`, ...rest];
  });
  return wrapInBrackets('{', members, '}');
}

function wrapInBrackets(open: string, parts: readonly string[][], close: string): string[] {
  const lines = parts.flatMap((part, index) => {
    const comma = index === parts.length - 1 ? '' : ',';
    return part.map((line, at) => `  ${line}${at === part.length - 1 ? comma : ''}`);
  });
  return [open, ...lines, close];
}

function writeFlatJson(value: Json): string {
  if (typeof value === 'string') return quoteJsonText(value);
  if (Array.isArray(value)) return `[${value.map((item: Json) => writeFlatJson(item)).join(', ')}]`;
  // JSON has a minus zero, which JSON.stringify does not write.
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : encodeJson(value);
  const members = Object.entries(value).map(([key, member]) => `${quoteJsonText(key)}: ${writeFlatJson(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Escapes the two characters that JSON leaves as they are and XML cannot hold. */
const quoteJsonText = (text: string): string =>
  encodeJson(text).replace(/[\ufffe\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
