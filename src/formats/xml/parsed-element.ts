import * as library from '@rgrove/parse-xml';
import type { Span } from '../reading/syntax-node';
import { normalizeLineBreaks, resolveAttributeValue, resolveText } from './resolve-references';
import { scanMarkup } from './scan-markup';
import { cdataEnd, cdataStart, type XmlAttribute, type XmlElement, type XmlNode, type XmlTextNode } from './xml-node';

/** An element of a well-formed text. It knows its span, and reads everything else from the text once it is needed. */
export class ParsedElement implements XmlElement {
  readonly kind = 'element';
  readonly name: string;
  readonly #source: string;
  readonly #node: library.XmlElement;
  #attributes: readonly XmlAttribute[] | undefined;
  #children: readonly XmlNode[] | undefined;

  constructor(source: string, node: library.XmlElement) {
    const from = node.start + 1;
    this.name = source.slice(from, from + node.name.length);
    this.#source = source;
    this.#node = node;
  }

  get nameSpan(): Span {
    const from = this.#node.start + 1;
    return [from, from + this.name.length];
  }

  get tagSpan(): Span {
    const { start } = this.#node;
    return [start, scanMarkup(this.#source, start)?.end ?? start];
  }

  get span(): Span {
    return [this.#node.start, this.#node.end];
  }

  get attributes(): readonly XmlAttribute[] {
    this.#attributes ??= readAttributes(this.#source, this.#node);
    return this.#attributes;
  }

  get children(): readonly XmlNode[] {
    this.#children ??= readChildren(this.#source, this.#node);
    return this.#children;
  }

  get unread(): XmlElement {
    return new ParsedElement(this.#source, this.#node);
  }
}

const none: readonly never[] = [];

function readAttributes(source: string, { start, name }: library.XmlElement): readonly XmlAttribute[] {
  if (source[start + 1 + name.length] === '>') return none;
  const tag = scanMarkup(source, start);
  if (tag?.kind !== 'start') return none;
  return tag.attributes.map(({ name, nameSpan, valueSpan }) => {
    const value = resolveAttributeValue(source.slice(valueSpan[0], valueSpan[1]));
    return { name, value, nameSpan, valueSpan };
  });
}

function readChildren(source: string, { children }: library.XmlElement): readonly XmlNode[] {
  const found: XmlNode[] = [];
  for (const node of children) {
    if (node instanceof library.XmlElement) found.push(new ParsedElement(source, node));
    else if (node instanceof library.XmlText) found.push(readTextNode(source, node));
  }
  return found;
}

/** A text, or a CDATA section, of a text that is well-formed. */
function readTextNode(source: string, node: library.XmlText): XmlTextNode {
  const { start, end } = node;
  const isCdata = node instanceof library.XmlCdata;
  const text = isCdata
    ? normalizeLineBreaks(source.slice(start + cdataStart.length, end - cdataEnd.length))
    : resolveText(source.slice(start, end));
  return { kind: 'text', text, isCdata, span: [start, end] };
}
