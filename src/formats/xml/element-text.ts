import type { Span } from '../reading/syntax-node';
import { leadingSpace, trailingSpace } from './characters';
import type { XmlElement, XmlText } from './xml-node';

/** The text of an element: trimmed, unless it says `xml:space="preserve"`. */
export interface ElementText {
  readonly text: string;
  /** Of the text in the source; of an empty one the name of its element. */
  readonly span: Span;
  /** Where the characters from one to before another stand in the source. */
  readonly spanIn: (from: number, to: number) => Span;
}

/** Puts together the text of an element; what stands in elements within it is not part of it. */
export function elementText(source: string, element: XmlElement): ElementText {
  const nodes = element.children.filter((child) => child.kind === 'text');
  const whole = nodes.length === 1 && nodes[0] ? nodes[0].text : nodes.map(({ text }) => text).join('');
  const isKept = element.attributes.some(({ name, value }) => name === 'xml:space' && value === 'preserve');
  const start = isKept ? 0 : leadingSpace(whole);
  const text = isKept ? whole : whole.slice(start, whole.length - trailingSpace(whole));
  const spanOf = makeSpans(source, nodes);
  const spanIn = (from: number, to: number): Span => spanOf(start + from, start + to);
  return { text, span: text === '' ? element.nameSpan : spanIn(0, text.length), spanIn };
}

/** Makes the function that tells where a part of the joined texts of some nodes stands in the source. */
function makeSpans(source: string, nodes: readonly XmlText[]): (from: number, to: number) => Span {
  const [first] = nodes;
  if (first === undefined) return () => [0, 0];
  if (nodes.length === 1 && isVerbatim(first)) {
    const start = startOf(first);
    return (from, to) => [start + from, start + to];
  }
  let places: Places | undefined;
  return (from, to) => {
    places ??= placesIn(source, nodes);
    const end = nodes.at(-1)?.span[1] ?? 0;
    const at = places.starts[from] ?? end;
    return [at, to > from ? (places.ends[to - 1] ?? end) : at];
  };
}

const cdataStart = '<![CDATA[';
const cdataEnd = ']]>';

const startOf = ({ isCdata, span }: XmlText): number => span[0] + (isCdata ? cdataStart.length : 0);

/** Whether the text is as its source, without references and line breaks of two characters. */
function isVerbatim({ text, isCdata, span }: XmlText): boolean {
  const marks = isCdata ? cdataStart.length + cdataEnd.length : 0;
  return span[1] - span[0] - marks === text.length;
}

/** Of each character of a text, where it starts and ends in the source. */
interface Places {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const reference = /&#?\w+;/y;

function placesIn(source: string, nodes: readonly XmlText[]): Places {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const node of nodes) {
    let at = startOf(node);
    for (let read = 0; read < node.text.length; ) {
      const length = node.isCdata ? breakAt(source, at) : lengthAt(source, at);
      // A reference may stand for a character of two units.
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
function lengthAt(source: string, at: number): number {
  if (source[at] !== '&') return breakAt(source, at);
  reference.lastIndex = at;
  return reference.exec(source)?.[0].length ?? 1;
}

const breakAt = (source: string, at: number): number => (source[at] === '\r' && source[at + 1] === '\n' ? 2 : 1);
