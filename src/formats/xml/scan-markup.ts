import type { Span } from '../reading/syntax-node';

/** What a `<` begins, up to `end`. */
export type Markup = StartTag | EndTag | CdataSection | OtherMarkup;

/** A start tag, or the tag of an empty element. */
export interface StartTag {
  readonly kind: 'start';
  readonly name: string;
  readonly nameSpan: Span;
  readonly attributes: readonly WrittenAttribute[];
  readonly isEmpty: boolean;
  /** The first place that XML does not take as it is. */
  readonly flaw?: Span;
  readonly end: number;
}

/** An attribute as it is written, references not resolved. */
export interface WrittenAttribute {
  readonly name: string;
  readonly nameSpan: Span;
  /** Without quotes. */
  readonly valueSpan: Span;
}

/** An end tag. */
export interface EndTag {
  readonly kind: 'end';
  readonly name: string;
  readonly nameSpan: Span;
  readonly isClosed: boolean;
  readonly end: number;
}

/** A CDATA section; one that is not closed takes the rest of the text. */
export interface CdataSection {
  readonly kind: 'cdata';
  readonly contentSpan: Span;
  readonly isClosed: boolean;
  readonly end: number;
}

/** What has no part in the tree; what is not closed takes the rest of the text. A declaration is `<!DOCTYPE …>` and the like. */
export interface OtherMarkup {
  readonly kind: 'comment' | 'instruction' | 'declaration';
  readonly isClosed: boolean;
  readonly end: number;
}

/** Most characters in which a tag that is not well-formed may end, so that the search for its end is no burden. */
const longestFlawedTag = 20_000;

const name = '[A-Za-z_:\\u0080-\\uffff][\\w:.\\-\\u0080-\\uffff]*';
const startName = new RegExp(`<(${name})`, 'y');
const endTag = new RegExp(`</(\\s*)(${name})\\s*(>|(?=<)|$)`, 'y');
const attributeName = new RegExp(`(\\s*)(${name})(\\s*=\\s*)?`, 'y');
const bareValue = /[^\s<>"']+/y;
const tagEnd = /\s*(\/?>)?/y;
const declarationStart = /<![A-Za-z][^[>]*/y;
const subsetEnd = /\]\s*>/g;

/**
 * What the `<` at this offset begins; undefined if it is a mere character. Well-formed markup is found exactly; of the rest,
 * what was most likely meant. The time for all of a text is linear in its length.
 */
export function markupAt(text: string, at: number): Markup | undefined {
  if (text[at + 1] === '/') return endTagAt(text, at);
  if (text[at + 1] === '?') return { kind: 'instruction', ...closedBy('?>', text, at + 2) };
  if (text[at + 1] !== '!') return startTagAt(text, at);
  if (text.startsWith('<!--', at)) return { kind: 'comment', ...closedBy('-->', text, at + 4) };
  if (text.startsWith('<![CDATA[', at)) {
    const { isClosed, end } = closedBy(']]>', text, at + 9);
    return { kind: 'cdata', contentSpan: [at + 9, isClosed ? end - 3 : end], isClosed, end };
  }
  return declarationAt(text, at);
}

function closedBy(mark: string, text: string, from: number): { readonly isClosed: boolean; readonly end: number } {
  const at = text.indexOf(mark, from);
  return at === -1 ? { isClosed: false, end: text.length } : { isClosed: true, end: at + mark.length };
}

function declarationAt(text: string, at: number): OtherMarkup | undefined {
  const start = matchAt(declarationStart, text, at)?.[0];
  if (start === undefined) return undefined;
  const from = at + start.length;
  if (text[from] !== '[') return { kind: 'declaration', ...closedBy('>', text, from) };
  const end = matchAt(subsetEnd, text, from);
  return { kind: 'declaration', isClosed: end !== null, end: end ? end.index + end[0].length : text.length };
}

function endTagAt(text: string, at: number): EndTag | undefined {
  const [whole, space, name, close] = matchAt(endTag, text, at) ?? [];
  if (whole === undefined || space === undefined || name === undefined) return undefined;
  const from = at + 2 + space.length;
  return { kind: 'end', name, nameSpan: [from, from + name.length], isClosed: close === '>', end: at + whole.length };
}

function startTagAt(text: string, at: number): StartTag | undefined {
  const name = matchAt(startName, text, at)?.[1];
  if (name === undefined) return undefined;
  const nameSpan: Span = [at + 1, at + 1 + name.length];
  const attributes: WrittenAttribute[] = [];
  let end = nameSpan[1];
  let flaw: Span | undefined;
  let hasLoneName = false;
  for (;;) {
    const [space, close] = matchAt(tagEnd, text, end) ?? [''];
    if (close !== undefined) {
      // Of `a <b and c> d` XML has no tag either.
      if (hasLoneName && attributes.length === 0) return undefined;
      end += space.length;
      return { kind: 'start', name, nameSpan, attributes, isEmpty: close === '/>', ...(flaw && { flaw }), end };
    }
    const found = attributeAt(text, end);
    if (found === undefined) {
      end += space.length;
      if (end >= text.length) return undefined;
      flaw ??= [end, end + 1];
      if (text[end] === '<') break;
      if (end - at > longestFlawedTag) return undefined;
      end += 1;
    } else {
      if (!found.isSound || !space) flaw ??= [found.nameSpan[0], found.end];
      if (found.valueSpan) attributes.push({ name: found.name, nameSpan: found.nameSpan, valueSpan: found.valueSpan });
      else hasLoneName = true;
      end = found.end;
    }
  }
  // A tag whose `>` is missing, if what stands before the next `<` is like nothing else.
  return attributes.length > 0 && !hasLoneName
    ? { kind: 'start', name, nameSpan, attributes, isEmpty: false, ...(flaw && { flaw }), end }
    : undefined;
}

/** Where the name of the last attribute stands that begins before `until`, in the tag that begins at this offset. */
export function lastAttributeName(text: string, tagAt: number, until: number): Span | undefined {
  let found: FoundAttribute | undefined;
  let end = tagAt + (matchAt(startName, text, tagAt)?.[0].length ?? 1);
  while (end < until) {
    const next = attributeAt(text, end);
    if (next === undefined || next.nameSpan[0] >= until) break;
    found = next;
    end = next.end;
  }
  return found?.nameSpan;
}

interface FoundAttribute {
  readonly name: string;
  readonly nameSpan: Span;
  readonly valueSpan?: Span;
  readonly isSound: boolean;
  readonly end: number;
}

function attributeAt(text: string, at: number): FoundAttribute | undefined {
  const [whole, space, name, equals] = matchAt(attributeName, text, at) ?? [];
  if (whole === undefined || space === undefined || name === undefined) return undefined;
  const nameSpan: Span = [at + space.length, at + space.length + name.length];
  const from = at + whole.length;
  const quote = equals === undefined ? '' : text[from];
  if (quote === '"' || quote === "'") return { name, nameSpan, ...quotedValueAt(text, from, quote) };
  const value = equals === undefined ? undefined : matchAt(bareValue, text, from)?.[0];
  // A slash that closes the tag is no part of a value without quotes.
  const length = value === undefined ? 0 : value.endsWith('/') ? value.length - 1 : value.length;
  return {
    name,
    nameSpan,
    ...(length > 0 && { valueSpan: [from, from + length] as const }),
    isSound: false,
    end: from + length,
  };
}

function quotedValueAt(
  text: string,
  at: number,
  quote: string,
): { readonly valueSpan: Span; readonly isSound: boolean; readonly end: number } {
  const from = at + 1;
  const close = text.indexOf(quote, from);
  const to = close === -1 ? text.length : close;
  const value = text.slice(from, to);
  const isSound = close !== -1 && !value.includes('<');
  // A tag that ends within a value, with the next tag behind it, tells that the closing quote is missing.
  const cut = isSound ? -1 : value.search(close === -1 ? /\/?>/ : /\/?>\s*</);
  return cut === -1
    ? { valueSpan: [from, to], isSound, end: Math.min(to + 1, text.length) }
    : { valueSpan: [from, from + cut], isSound, end: from + cut };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
