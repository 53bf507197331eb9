import type { DiagnosticCode } from '@/workflow/diagnostic';

/** Offsets of a text in UTF-16 units, `to` behind the last character. */
export type Span = readonly [from: number, to: number];

/**
 * What a notation's parser makes of a text: maps, lists and scalars with their places, aliases resolved. YAML and XML
 * are read into this form, and `readDocument` reads documents out of it, so that both have the same meaning and the
 * same diagnostics.
 */
export type SyntaxNode = ScalarNode | MapNode | ListNode | BrokenNode;

/** A plain value. */
export interface ScalarNode {
  readonly kind: 'scalar';
  /**
   * The value that it has in a free position. Numbers may be infinite or NaN, which JSON has not: the reader refuses
   * these.
   */
  readonly value: string | number | boolean | null;
  /** The source text, quotes and escapes resolved: `1.0` stays "1.0". */
  readonly text: string;
  readonly span: Span;
}

/** A map. Each key appears once, and none is `__proto__`. */
export interface MapNode {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
  /** Problems of entries that were left out. They are reported if the map is read. */
  readonly problems?: readonly Problem[];
  readonly span: Span;
  /** Whether it has lines of its own (a block of YAML, an element with children), so that it is shown by its key. */
  readonly isBlock: boolean;
  /** The span of a problem about a missing key, if not the first key: the name of an element. */
  readonly nameSpan?: Span;
}

/**
 * One entry of a map; nothing was written as `value` where {@link isEmpty} says so. That of a task of the document may
 * be made whenever it is asked for: then ask once, and copy no such entry.
 */
export interface MapEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: SyntaxNode | null;
}

/** A list; nothing was written as an item where {@link isEmpty} says so. */
export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly (SyntaxNode | null)[];
  readonly span: Span;
  readonly isBlock: boolean;
}

/** A place that holds no value: its problem, if it has one of its own, is reported if the place is read. */
export interface BrokenNode {
  readonly kind: 'broken';
  readonly problem?: Problem;
  readonly span: Span;
}

/**
 * A problem that a parser met in a place whose path it does not know: the reader tells it when it gets there, and says
 * nothing of what it does not read.
 */
export interface Problem {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly span: Span;
  /** The key of the place, below the path of the map that has the problem. */
  readonly key?: string;
  /** What mends it, in place of the span. */
  readonly mend?: { readonly title: string; readonly text: string };
}

/** Whether nothing was written. An empty text is something: its value is not null. */
export function isEmpty(node: SyntaxNode | null | undefined): boolean {
  return node === null || node === undefined || (node.kind === 'scalar' && node.value === null && node.text === '');
}

/** A map that is not written as such, in place of `span`. */
export function mapOf(entries: readonly MapEntry[], span: Span): MapNode {
  return { kind: 'map', entries, span, isBlock: false };
}

/** A map that is not written as such, with a value under a key. */
export function holding(key: string, value: SyntaxNode): MapNode {
  return mapOf([{ key, keySpan: value.span, value }], value.span);
}
