import type { Span } from '../reading/syntax-node';

/** The markup that a `<` begins, up to `end`. */
export type Markup = StartTag | EndTag | CdataSection | OtherMarkup;

/** A start tag, or the tag of an empty element. */
export interface StartTag {
  readonly kind: 'start';
  readonly name: string;
  readonly nameSpan: Span;
  readonly attributes: readonly ScannedAttribute[];
  readonly isUnset: boolean;
  /** The first place where the tag is not well-formed. */
  readonly flaw: Span | undefined;
  readonly end: number;
}

/** An attribute as it is written, references not resolved. */
export interface ScannedAttribute {
  readonly name: string;
  readonly nameSpan: Span;
  /** The span without the quotes. */
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

/** A CDATA section. One that is not closed extends to the end of the text. */
export interface CdataSection {
  readonly kind: 'cdata';
  readonly contentSpan: Span;
  readonly isClosed: boolean;
  readonly end: number;
}

/**
 * Markup that is not in the tree. If it is not closed, it extends to the end of the text. A declaration is `<!DOCTYPE
 * …>` and the like.
 */
export interface OtherMarkup {
  readonly kind: 'comment' | 'instruction' | 'declaration';
  readonly isClosed: boolean;
  readonly end: number;
}

/** The longest tag that is not well-formed, in characters, so that the search for its end stays cheap. */
const longestFlawedTag = 20_000;

const name = '[A-Za-z_:\\u0080-\\uffff][\\w:.\\-\\u0080-\\uffff]*';
const namePattern = new RegExp(name, 'y');
const endTag = new RegExp(`</\\s*(${name})\\s*(>|(?=<)|$)`, 'y');
const bareValue = /[^\s<>"']+/y;
const declarationStart = /<![A-Za-z][^[>]*/y;
const subsetEnd = /\]\s*>/g;

/**
 * What the `<` at this offset begins; undefined if it is only a character. Well-formed markup is read exactly; for the
 * rest, what was most likely meant. Linear in the length of the text over all calls.
 */
export function scanMarkup(text: string, at: number): Markup | undefined {
  if (text[at + 1] === '/') return endTagAt(text, at);
  if (text[at + 1] === '?') return { kind: 'instruction', ...findClosing('?>', text, at + 2) };
  if (text[at + 1] !== '!') return startTagAt(text, at);
  if (text.startsWith('<!--', at)) return { kind: 'comment', ...findClosing('-->', text, at + 4) };
  if (text.startsWith('<![CDATA[', at)) {
    const { isClosed, end } = findClosing(']]>', text, at + 9);
    return { kind: 'cdata', contentSpan: [at + 9, isClosed ? end - 3 : end], isClosed, end };
  }
  return scanDeclaration(text, at);
}

function findClosing(mark: string, text: string, from: number): { readonly isClosed: boolean; readonly end: number } {
  const at = text.indexOf(mark, from);
  return at === -1 ? { isClosed: false, end: text.length } : { isClosed: true, end: at + mark.length };
}

function scanDeclaration(text: string, at: number): OtherMarkup | undefined {
  const from = findMatchEnd(declarationStart, text, at);
  if (from === -1) return undefined;
  if (text[from] !== '[') return { kind: 'declaration', ...findClosing('>', text, from) };
  subsetEnd.lastIndex = from;
  const isClosed = subsetEnd.test(text);
  return { kind: 'declaration', isClosed, end: isClosed ? subsetEnd.lastIndex : text.length };
}

function endTagAt(text: string, at: number): EndTag | undefined {
  const found = matchAt(endTag, text, at);
  const name = found?.[1];
  if (!found || name === undefined) return undefined;
  const from = text.indexOf(name, at);
  return { kind: 'end', name, nameSpan: [from, from + name.length], isClosed: found[2] === '>', end: endTag.lastIndex };
}

function startTagAt(text: string, at: number): StartTag | undefined {
  const nameEnd = findMatchEnd(namePattern, text, at + 1);
  if (nameEnd === -1) return undefined;
  const attributes: ScannedAttribute[] = [];
  let end = nameEnd;
  let flaw: Span | undefined;
  let hasLoneName = false;
  const tag = (isUnset: boolean, end: number): StartTag => {
    const name = text.slice(at + 1, nameEnd);
    return { kind: 'start', name, nameSpan: [at + 1, nameEnd], attributes, isUnset, flaw, end };
  };
  for (;;) {
    const from = skipSpace(text, end);
    const isUnset = text[from] === '/' && text[from + 1] === '>';
    if (isUnset || text[from] === '>') {
      // XML has no tag in `a <b and c> d` either.
      return hasLoneName && attributes.length === 0 ? undefined : tag(isUnset, from + (isUnset ? 2 : 1));
    }
    const found = scanAttribute(text, from);
    if (found) {
      if (!found.isSound || from === end) flaw ??= [from, found.end];
      if (found.attribute) attributes.push(found.attribute);
      else hasLoneName = true;
      end = found.end;
      continue;
    }
    if (from >= text.length) return undefined;
    flaw ??= [from, from + 1];
    // The `>` of a tag is missing, and what comes before the next `<` can only be a tag.
    if (text[from] === '<') return attributes.length > 0 && !hasLoneName ? tag(false, end) : undefined;
    if (from - at > longestFlawedTag) return undefined;
    end = from + 1;
  }
}

/** The span of the name of the last attribute that begins before `until`, in the tag at this offset. */
export function findLastAttributeName(text: string, tagAt: number, until: number): Span | undefined {
  let nameSpan: Span | undefined;
  let from = skipSpace(text, Math.max(findMatchEnd(namePattern, text, tagAt + 1), tagAt));
  while (from < until) {
    const found = scanAttribute(text, from);
    if (found === undefined) break;
    nameSpan = [from, found.nameEnd];
    from = skipSpace(text, found.end);
  }
  return nameSpan;
}

/** What is found where an attribute may begin. A name without a value is no attribute. */
interface FoundAttribute {
  readonly attribute?: ScannedAttribute;
  readonly nameEnd: number;
  readonly isSound: boolean;
  readonly end: number;
}

function scanAttribute(text: string, at: number): FoundAttribute | undefined {
  const nameEnd = findMatchEnd(namePattern, text, at);
  if (nameEnd === -1) return undefined;
  const equals = skipSpace(text, nameEnd);
  if (text[equals] !== '=') return { nameEnd, isSound: false, end: nameEnd };
  const from = skipSpace(text, equals + 1);
  const { valueSpan, isSound, end } = scanValue(text, from);
  if (valueSpan === undefined) return { nameEnd, isSound, end };
  const attribute = { name: text.slice(at, nameEnd), nameSpan: [at, nameEnd] as const, valueSpan };
  return { attribute, nameEnd, isSound, end };
}

interface FoundValue {
  readonly valueSpan?: Span;
  readonly isSound: boolean;
  readonly end: number;
}

function scanValue(text: string, at: number): FoundValue {
  const quote = text[at];
  if (quote === '"' || quote === "'") return scanQuotedValue(text, at + 1, quote);
  const end = findMatchEnd(bareValue, text, at);
  // A slash that closes the tag is not part of a value without quotes.
  const to = text[end - 1] === '/' && text[end] === '>' ? end - 1 : end;
  return to > at ? { valueSpan: [at, to], isSound: false, end: to } : { isSound: false, end: at };
}

function scanQuotedValue(text: string, from: number, quote: string): FoundValue {
  const close = text.indexOf(quote, from);
  const to = close === -1 ? text.length : close;
  const value = text.slice(from, to);
  const isSound = close !== -1 && !value.includes('<');
  // If a tag ends within a value, and the next tag follows, the closing quote is missing.
  const cut = isSound ? -1 : value.search(close === -1 ? /\/?>/ : /\/?>\s*</);
  return cut === -1
    ? { valueSpan: [from, to], isSound, end: Math.min(to + 1, text.length) }
    : { valueSpan: [from, from + cut], isSound, end: from + cut };
}

function skipSpace(text: string, at: number): number {
  let end = at;
  while (isSpace(text.charCodeAt(end))) end += 1;
  return end;
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** Where a match that begins at this offset ends; -1 if there is none. */
function findMatchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
