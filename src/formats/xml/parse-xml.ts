import * as library from '@rgrove/parse-xml';
import { maxNesting } from '@/base/json';
import { isReadable } from '../reading/is-readable';
import { type Reading, reportProblem, startReading, tooDeepMessage } from '../reading/reading';
import type { Problem, Span } from '../reading/syntax-node';
import { explainDeclaration, explainXmlError } from './explain-xml-error';
import { type NormalText, normalizeLineBreaks } from './line-breaks';
import type { StartTag } from './scan-markup';
import { scanTags } from './scan-tags';
import type { XmlElement, XmlNode, XmlText } from './xml-node';

/** A parsed text: its root element (null if it is not well-formed or not allowed) and the reading that collects its problems. */
export interface ParsedXml {
  readonly root: XmlElement | null;
  readonly reading: Reading;
}

/**
 * Parses a text that must be well-formed, reporting the first place where it is not. Document types and entities other than
 * the predefined are refused. Nothing is thrown.
 */
export function parseXml(text: string): ParsedXml {
  const reading = startReading(text);
  if (!isReadable(reading)) return { root: null, reading };
  const normal = normalizeLineBreaks(text);
  const { tags, declaration, end } = scanTags(normal.text, maxNesting);
  if (declaration) return refuse(reading, normal, explainDeclaration(declaration));
  // The library calls itself for each level: of a text that is nested too deep it gets only what comes before that place.
  const isTooDeep = end < normal.text.length;
  const allowed = isTooDeep ? normal.text.slice(0, end) : normal.text;
  try {
    const { root } = library.parseXml(allowed, { includeOffsets: true, preserveCdata: true });
    return { root: root && placeElement(root, tags[Symbol.iterator](), normal), reading };
  } catch (error) {
    if (!(error instanceof library.XmlError)) throw error;
    const at = offsetOf(allowed, error.pos);
    if (isTooDeep && error.message.startsWith('Missing end tag') && allowed.indexOf('<', at) === -1) {
      return refuse(reading, normal, { code: 'HED108', message: tooDeepMessage, span: [end, end + 1] });
    }
    const lineOf = (offset: number): number => reading.rangeOf(normal.offsetIn(offset), normal.offsetIn(offset)).line;
    const { open } = scanTags(allowed.slice(0, at), maxNesting);
    return refuse(reading, normal, explainXmlError({ text: allowed, at, said: error.message, open, lineOf }));
  }
}

function refuse(reading: Reading, normal: NormalText, problem: Problem): ParsedXml {
  reportProblem(reading, { ...problem, span: spanIn(normal, problem.span) }, []);
  return { root: null, reading };
}

/** The element of the library with the places of its parts, which it does not tell; `tags` are those that are still to come. */
function placeElement(element: library.XmlElement, tags: Iterator<StartTag>, normal: NormalText): XmlElement {
  const tag: StartTag = tags.next().value;
  const children: XmlNode[] = [];
  const attributes = tag.attributes.map(({ name, nameSpan, valueSpan }) => ({
    name,
    value: element.attributes[name] ?? '',
    nameSpan: spanIn(normal, nameSpan),
    valueSpan: spanIn(normal, valueSpan),
  }));
  for (const child of element.children) {
    if (child instanceof library.XmlElement) children.push(placeElement(child, tags, normal));
    else if (child instanceof library.XmlText) children.push(placeText(child, normal));
  }
  return {
    kind: 'element',
    name: element.name,
    nameSpan: spanIn(normal, tag.nameSpan),
    tagSpan: spanIn(normal, [element.start, tag.end]),
    span: spanIn(normal, [element.start, element.end]),
    attributes,
    children,
  };
}

function placeText(node: library.XmlText, normal: NormalText): XmlText {
  const isCdata = node instanceof library.XmlCdata;
  return { kind: 'text', text: node.text, isCdata, span: spanIn(normal, [node.start, node.end]) };
}

/** A span of the text as it was written. The library gives Infinity for the end of a text with characters of two units. */
function spanIn({ text, offsetIn }: NormalText, [from, to]: Span): Span {
  return [offsetIn(from), offsetIn(Math.min(to, text.length))];
}

/** The offset in UTF-16 units of a character that the library counted. */
function offsetOf(text: string, characters: number): number {
  if (!/[\ud800-\udbff][\udc00-\udfff]/.test(text)) return characters;
  let at = 0;
  for (let counted = 0; counted < characters; counted += 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}
