import * as library from '@rgrove/parse-xml';
import type { Span } from '../reading/syntax-node';
import { lineBreaksOf, textIn, valueIn } from './resolve-references';
import { markupAt } from './scan-markup';
import { cdataEnd, cdataStart, type XmlAttribute, type XmlElement, type XmlNode, type XmlText } from './xml-node';

/**
 * An element of a text that the library found well-formed: it knows where the element stands, and the rest is read from the
 * text whenever it is asked for. Nothing of it is remembered, so that a large text has one tree, not two.
 */
export class ParsedElement implements XmlElement {
  readonly kind = 'element';
  readonly name: string;
  readonly #source: string;
  readonly #node: library.XmlElement;

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
    return [start, markupAt(this.#source, start)?.end ?? start];
  }

  get span(): Span {
    return [this.#node.start, this.#node.end];
  }

  get attributes(): readonly XmlAttribute[] {
    const { start } = this.#node;
    if (this.#source[start + 1 + this.name.length] === '>') return none;
    const tag = markupAt(this.#source, start);
    if (tag?.kind !== 'start') return none;
    return tag.attributes.map(({ name, nameSpan, valueSpan }) => {
      const value = valueIn(this.#source.slice(valueSpan[0], valueSpan[1]));
      return { name, value, nameSpan, valueSpan };
    });
  }

  get children(): readonly XmlNode[] {
    const children: XmlNode[] = [];
    for (const node of this.#node.children) {
      if (node instanceof library.XmlElement) children.push(new ParsedElement(this.#source, node));
      else if (node instanceof library.XmlText) children.push(new ParsedText(this.#source, node));
    }
    return children;
  }
}

const none: readonly never[] = [];

/** A text, or a CDATA section, of a text that is well-formed. */
class ParsedText implements XmlText {
  readonly kind = 'text';
  readonly #source: string;
  readonly #node: library.XmlText;

  constructor(source: string, node: library.XmlText) {
    this.#source = source;
    this.#node = node;
  }

  get isCdata(): boolean {
    return this.#node instanceof library.XmlCdata;
  }

  get text(): string {
    const { start, end } = this.#node;
    return this.isCdata
      ? lineBreaksOf(this.#source.slice(start + cdataStart.length, end - cdataEnd.length))
      : textIn(this.#source.slice(start, end));
  }

  get span(): Span {
    return [this.#node.start, this.#node.end];
  }
}
