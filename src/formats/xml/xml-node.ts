import type { Span } from '../reading/syntax-node';

/** An element with the places of its parts. Comments and processing instructions are left out. */
export interface XmlElement {
  readonly kind: 'element';
  /** As written, with its prefix: `x:note`. */
  readonly name: string;
  /** Of the name in the start tag. */
  readonly nameSpan: Span;
  /** From `<` of the start tag to behind its `>`. */
  readonly tagSpan: Span;
  /** From `<` of the start tag to behind the end tag. */
  readonly span: Span;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlNode[];
  /** The same element with nothing in memory that it reads only when asked for. */
  readonly unread: XmlElement;
}

/** An attribute; `value` with references resolved and, as XML asks, line breaks and tabs as spaces. */
export interface XmlAttribute {
  readonly name: string;
  readonly value: string;
  readonly nameSpan: Span;
  /** Of the value without its quotes. */
  readonly valueSpan: Span;
}

/** Text between tags, references resolved; a CDATA section is a text of its own. */
export interface XmlTextNode {
  readonly kind: 'text';
  readonly text: string;
  readonly isCdata: boolean;
  readonly span: Span;
}

export type XmlNode = XmlElement | XmlTextNode;

/** What a CDATA section begins and ends with. */
export const cdataStart = '<![CDATA[';
export const cdataEnd = ']]>';
