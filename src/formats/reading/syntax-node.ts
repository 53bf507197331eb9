import type { DiagnosticCode } from '@/workflow/diagnostic';

/** Offsets in a text in UTF-16 units; `to` is after the last character. */
export type Span = readonly [from: number, to: number];

/**
 * The tree that the parser of a notation makes: maps, lists and scalars with their spans, aliases resolved. YAML and
 * XML are both converted to it, and `readDocument` reads documents from it, so that both have the same meaning and
 * diagnostics.
 */
export type SyntaxNode = ScalarNode | MapNode | ListNode | BrokenNode;

/** A plain value. */
export interface ScalarNode {
  readonly kind: 'scalar';
  /**
   * Its value where any value is allowed. Numbers may be infinite or NaN, which JSON does not have: the reader refuses
   * these.
   */
  readonly value: string | number | bigint | boolean | null;
  /** The source text with quotes and escapes resolved: `1.0` stays "1.0". */
  readonly text: string;
  readonly span: Span;
}

/** A map. Keys are unique, and none is `__proto__`. */
export interface MapNode {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
  /** Problems of entries that were left out; they are reported if the map is read. */
  readonly problems?: readonly Problem[];
  readonly span: Span;
  /**
   * Whether it spans lines of its own (a YAML block, an element with children), so that a problem is shown at its key.
   */
  readonly isBlock: boolean;
  /** Where missing fields are reported, if not at its first key: the name of an element. */
  readonly nameSpan?: Span;
}

/**
 * One entry of a map. `value` is empty if {@link isUnset} says so. For a top-level task, `value` may be created at each
 * access: access it once, and do not copy such an entry.
 */
export interface MapEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: SyntaxNode | null;
}

/** A list; an item is empty if {@link isUnset} says so. */
export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly (SyntaxNode | null)[];
  readonly span: Span;
  readonly isBlock: boolean;
}

/** A node without a value. Its problem, if any, is reported if the node is read. */
export interface BrokenNode {
  readonly kind: 'broken';
  readonly problem?: Problem;
  readonly span: Span;
}

/**
 * A problem that a parser found before the path is known. The reader reports it when it reads the node, and ignores
 * problems of nodes that it does not read.
 */
export interface Problem {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly span: Span;
  /** The key of the problem, below the path of the map that has the problem. */
  readonly key?: string;
  /** The fix: the text that replaces the span. */
  readonly mend?: { readonly title: string; readonly text: string };
}

/** Whether nothing was written. An empty text counts as written: its value is not null. */
export function isUnset(node: SyntaxNode | null | undefined): boolean {
  return node === null || node === undefined || (node.kind === 'scalar' && node.value === null && node.text === '');
}

/** A map that is not in the text itself, with the span of what it replaces. */
export function createMapNode(entries: readonly MapEntry[], span: Span): MapNode {
  return { kind: 'map', entries, span, isBlock: false };
}

/** A map that is not in the text itself, with a value under a key. */
export function createHolderNode(key: string, value: SyntaxNode): MapNode {
  return createMapNode([{ key, keySpan: value.span, value }], value.span);
}
