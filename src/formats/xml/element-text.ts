import type { Span } from '../reading/syntax-node';
import { countLeadingSpace, countTrailingSpace } from './characters';
import { cdataEnd, cdataStart, type XmlElement, type XmlTextNode } from './xml-node';

/** The text of an element: trimmed, unless it says `xml:space="preserve"`. */
export interface ElementText {
  readonly text: string;
  /** The span of the text in the source; for an empty text, that of the element's name. */
  readonly span: Span;
}

/** Joins the text of an element. Text in elements within it is left out. */
export function readElementText(source: string, element: XmlElement): ElementText {
  const { whole, start, end } = joinElementTexts(element);
  if (start === end) return { text: '', span: element.nameSpan };
  const [only, ...more] = element.children;
  const span = only?.kind === 'text' && more.length === 0 ? findSpanWithin(source, only, start, end) : undefined;
  return { text: whole.slice(start, end), span: span ?? createPartSpans(source, element)(0, end - start) };
}

/** The span of a text without the white space around it; undefined if that white space is written as references. */
function findSpanWithin(
  source: string,
  { text, isCdata, span }: XmlTextNode,
  start: number,
  end: number,
): Span | undefined {
  const from = span[0] + (isCdata ? cdataStart.length : 0);
  const to = span[1] - (isCdata ? cdataEnd.length : 0);
  const isPlain = source.startsWith(text.slice(0, start), from) && source.endsWith(text.slice(end), to);
  return isPlain ? [from + start, to - (text.length - end)] : undefined;
}

/**
 * Returns a function that gives the span in the source of the characters `from` to `to` (not included) of an element's
 * text.
 */
export function createPartSpans(source: string, element: XmlElement): (from: number, to: number) => Span {
  const nodes = element.children.filter((child) => child.kind === 'text');
  const { start } = joinElementTexts(element);
  const [first] = nodes;
  if (first === undefined) return () => element.nameSpan;
  if (nodes.length === 1 && isVerbatim(first)) {
    const base = getTextStart(first) + start;
    return (from, to) => [base + from, base + to];
  }
  let places: Places | undefined;
  return (from, to) => {
    places ??= computePlaces(source, nodes);
    const at = places.starts[start + from] ?? nodes.at(-1)?.span[1] ?? 0;
    return [at, to > from ? (places.ends[start + to - 1] ?? at) : at];
  };
}

/** The texts of an element joined to one, and the range of it that counts. */
function joinElementTexts({ children, attributes }: XmlElement): { whole: string; start: number; end: number } {
  let whole = '';
  for (const child of children) if (child.kind === 'text') whole += child.text;
  if (attributes.some(({ name, value }) => name === 'xml:space' && value === 'preserve')) {
    return { whole, start: 0, end: whole.length };
  }
  return { whole, start: countLeadingSpace(whole), end: whole.length - countTrailingSpace(whole) };
}

const getTextStart = ({ isCdata, span }: XmlTextNode): number => span[0] + (isCdata ? cdataStart.length : 0);

/** Whether the text equals its source, without references and without line breaks of two characters. */
function isVerbatim({ text, isCdata, span }: XmlTextNode): boolean {
  const marks = isCdata ? cdataStart.length + cdataEnd.length : 0;
  return span[1] - span[0] - marks === text.length;
}

/** Where each character of a text starts and ends in the source. */
interface Places {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const reference = /&#?\w+;/y;

function computePlaces(source: string, nodes: readonly XmlTextNode[]): Places {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const node of nodes) {
    let at = getTextStart(node);
    for (let read = 0; read < node.text.length; ) {
      const length = node.isCdata ? measureBreak(source, at) : measureCharacter(source, at);
      // A reference may be for a character of two units.
      const units = length > 1 && (node.text.codePointAt(read) ?? 0) > 0xffff ? 2 : 1;
      for (let unit = 0; unit < units; unit += 1) {
        starts.push(at);
        ends.push(at + length);
      }
      read += units;
      at += length;
    }
  }
  return { starts, ends };
}

/** How many characters of the source are one of the text. */
function measureCharacter(source: string, at: number): number {
  if (source[at] !== '&') return measureBreak(source, at);
  reference.lastIndex = at;
  return reference.exec(source)?.[0].length ?? 1;
}

const measureBreak = (source: string, at: number): number => (source[at] === '\r' && source[at + 1] === '\n' ? 2 : 1);
