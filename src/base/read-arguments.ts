import { type JsonFault, type LenientJson, readLenientJson } from './lenient-json';
import { cutToStart } from './start-of';

/** How often arguments may be encoded as a text within a text. */
const mostEncodings = 3;

/**
 * Reads the arguments of a call of a tool leniently, as the text of an object. No text, and `null`, are no arguments;
 * an object that was encoded as a text is the object.
 */
export function readArgumentsText(text: string): LenientJson | JsonFault {
  return readEncoded(text, mostEncodings);
}

function readEncoded(text: string, encodings: number): LenientJson | JsonFault {
  if (text.trim() === '') return { ok: true, text: '{}', repaired: [] };
  const read = readLenientJson(text, 'object');
  if (!read.ok) return read;
  const json = read.text.trim();
  if (json.startsWith('{')) return read;
  if (json === 'null') return { ...read, text: '{}' };
  const inner =
    json.startsWith('"') && encodings > 0 ? readEncoded(JSON.parse(json) as string, encodings - 1) : undefined;
  if (inner?.ok) return { ...inner, repaired: [...new Set([...read.repaired, 'JSON in a text', ...inner.repaired])] };
  const kind = json.startsWith('[') ? 'a list' : json.startsWith('"') ? 'a text' : `\`${cutToStart(json, 20)}\``;
  return { ok: false, offset: 0, message: `line 1, character 1: this is ${kind}, not an object` };
}
