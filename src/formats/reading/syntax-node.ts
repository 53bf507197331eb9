/** Offsets of a text in UTF-16 units, `to` behind the last character. */
export type Span = readonly [from: number, to: number];

/**
 * What a notation's parser makes of a text: maps, lists and scalars with their places, aliases resolved. YAML and XML are read
 * into this form, and `readDocument` reads documents out of it, so that both have the same meaning and the same diagnostics.
 */
export type SyntaxNode = ScalarNode | MapNode | ListNode;

/** A plain value. */
export interface ScalarNode {
  readonly kind: 'scalar';
  /** The value that it has in a free position. Numbers may be infinite or NaN, which JSON has not: the reader refuses these. */
  readonly value: string | number | boolean | null;
  /** The source text, quotes and escapes resolved: `1.0` stays "1.0". */
  readonly text: string;
  readonly span: Span;
}

/** A map. Each key stands once. */
export interface MapNode {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
  readonly span: Span;
  /** Whether it has lines of its own (a block of YAML, an element with children), so that it is shown by its key. */
  readonly isBlock: boolean;
}

/** One entry of a map; `value` is null where nothing was written. */
export interface MapEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: SyntaxNode | null;
}

/** A list; an item is null where nothing was written. */
export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly (SyntaxNode | null)[];
  readonly span: Span;
  readonly isBlock: boolean;
}
