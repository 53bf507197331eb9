import { decodeBase64Url } from './base64';
import { isPlaceholder, keyForms } from './key-forms';

/** A part of a text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** What looks like a key in a text. */
export interface FoundKey extends TextSpan {
  /** What it is called where it stands, else by its form: `X-API-Key`, `PASSWORD`. */
  readonly name: string;
  /** Whether it is in bytes that are written as base64: the span is all of them. */
  readonly isEncoded?: true;
}

/**
 * Finds what looks like a key in a text, and in what that has as base64, in its order; no two overlap. `name`: what the
 * text is the value of, which may say that it is one.
 */
export function findKeys(text: string, name = ''): readonly FoundKey[] {
  const found = name === '' || text.length > longestNamed ? findPlainKeys(text) : findNamedKeys(text, name);
  for (const { start, end, decoded } of findEncoded(text)) {
    const [key] = findPlainKeys(decoded);
    if (key !== undefined) found.push({ start, end, name: key.name, isEncoded: true });
  }
  return joinSpans(found);
}

/** A longer text is no key, whatever it is called. */
const longestNamed = 10_000;

function findNamedKeys(text: string, name: string): FoundKey[] {
  const lead = `${name}: "`;
  return findPlainKeys(`${lead}${text}"`).flatMap((key) => {
    const [start, end] = [key.start - lead.length, Math.min(key.end - lead.length, text.length)];
    return end <= 0 ? [] : [{ ...key, start: Math.max(0, start), end }];
  });
}

function findPlainKeys(text: string): FoundKey[] {
  const seen = hideEscapes(text);
  const found: FoundKey[] = [];
  for (const { pattern, name: usual, each } of keyForms) {
    for (const { 0: whole, index, groups } of seen.matchAll(pattern)) {
      const part = groups?.['key'] ?? groups?.['quoted'] ?? whole;
      const start = index + whole.lastIndexOf(part);
      const name = groups?.['name'] ?? usual;
      if (each === undefined) found.push({ start, end: start + part.length, name });
      else
        for (const { 0: key, index: at } of hideStandIns(part).matchAll(each))
          found.push({ start: start + at, end: start + at + key.length, name });
    }
  }
  return found.filter(({ start, end }) => !isPlaceholder(text.slice(start, end)));
}

/**
 * A text in which an escape sequence is not taken for the first letter of what follows it, as long as before. Of a
 * quote the quote stays.
 */
export function hideEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\([\w"'\\/])/g, (_, sign: string) => (sign === '"' || sign === "'" ? ` ${sign}` : '  '));
}

/** A text without what stands for a key in it, as long as before. */
function hideStandIns(text: string): string {
  return text.replace(/\{\{[^{}]*\}\}|\$\{[^{}]*\}|<[^<>]*>|\[[^[\]]*\]/g, (whole) => ' '.repeat(whole.length));
}

/** Bytes that a text has as base64. */
interface EncodedPart extends TextSpan {
  /** A character for each byte. */
  readonly decoded: string;
  /** What it is as a text; undefined: it is none. */
  readonly asText: string | undefined;
}

/** The fewest characters of base64 in which a key would have room. */
const encodedPattern = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,}={0,2}/g;

/** What a text has as base64, in either of its alphabets. Words that only look like it decode to noise. */
export function* findEncoded(text: string): Generator<EncodedPart> {
  for (const { 0: written, index } of text.matchAll(encodedPattern)) {
    const plain = written.replace(/=+$/, '');
    // A text may be cut anywhere: then its last character says nothing.
    const bytes = decodeBase64Url(plain.length % 4 === 1 ? plain.slice(0, -1) : plain);
    if (bytes === undefined) continue;
    const decoded = new TextDecoder('latin1').decode(bytes);
    yield { start: index, end: index + written.length, decoded, asText: decodeText(bytes) };
  }
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    // A text that is cut within a sign has at most three bytes of it.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Spans in order, those that overlap as one: with what the first of them in the list says. */
export function joinSpans<T extends TextSpan>(spans: readonly T[]): readonly T[] {
  const order = new Map(spans.map((span, index) => [span, index]));
  const joined: T[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    if (last === undefined || span.start >= last.end) {
      joined.push(span);
      continue;
    }
    const first = (order.get(span) ?? 0) < (order.get(last) ?? 0) ? span : last;
    const whole = { ...first, start: last.start, end: Math.max(last.end, span.end) };
    order.set(whole, order.get(first) ?? 0);
    joined[joined.length - 1] = whole;
  }
  return joined;
}

/** A key as a person may see it: its first and last characters. */
export function maskKey(key: string): string {
  return key.length < 16 ? '••••••' : `${key.slice(0, 4)}••••••${key.slice(-4)}`;
}

/** The line of a place in a text; the first is 1. */
export function countLines(text: string, end: number): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
