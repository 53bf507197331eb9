import type { Span } from '../reading/syntax-node';

/** An element with the spans of its parts. Comments and processing instructions are left out. */
export interface XmlElement {
  readonly kind: 'element';
  /** As written, with its prefix: `x:note`. */
  readonly name: string;
  /** The span of the name in the start tag. */
  readonly nameSpan: Span;
  /** From the `<` to after the `>` of the start tag. */
  readonly tagSpan: Span;
  /** From the `<` of the start tag to after the end tag. */
  readonly span: Span;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlNode[];
  /** The same element without anything in memory that was read on demand. */
  readonly unread: XmlElement;
}

/** An attribute. In `value`, references are resolved, and line breaks and tabs are spaces, as XML requires. */
export interface XmlAttribute {
  readonly name: string;
  readonly value: string;
  readonly nameSpan: Span;
  /** The span of the value without its quotes. */
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

/** The marks around a CDATA section. */
export const cdataStart = '<![CDATA[';
export const cdataEnd = ']]>';
