import { isMap, isPair, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { findContentEnd, findEntryEnd } from './block-index';
import { getSpan } from './nodes';
import { findLineStart, findNextLine } from './text-lines';

/** Where an entry of a map or an item of a list is in a text, with what belongs to it. */
export interface EntrySpan {
  readonly item: Pair | Node;
  /** Where the entry before it ends. Blank lines and comments from here to `own` are of no entry. */
  readonly from: number;
  /** Where the comments directly above it begin; in brackets, the white space before them. */
  readonly own: number;
  readonly start: number;
  /** Behind what it says; in brackets, its comma and the comment on its line follow. */
  readonly end: number;
  readonly to: number;
}

const props = /^(?:[&!][^\s,[\]{}]*\s+)*$/;

/** The slots of a map or a list, in the order of the text. Undefined if its entries cannot be told apart. */
export function findSlots(text: string, node: YAMLMap | YAMLSeq): readonly EntrySpan[] | undefined {
  return node.flow === true ? findFlowSlots(text, node) : findBlockSlots(text, node);
}

/** Where the comment lines directly above the line that starts at `line` begin, not before `bound`. */
export function findCommentsAbove(text: string, line: number, bound: number): number {
  let own = line;
  while (own > bound) {
    const above = findLineStart(text, own - 1);
    if (above < bound || !/^[ \t]*#/.test(text.slice(above, own))) break;
    own = above;
  }
  return own;
}

const getContentStart = (item: unknown): number => getSpan((isPair(item) ? item.key : item) as Node)[0];

/** In a block the first entry may be on the line of the dash before it; all others are on lines of their own. */
function findBlockSlots(text: string, node: YAMLMap | YAMLSeq): readonly EntrySpan[] | undefined {
  const slots: EntrySpan[] = [];
  let column = 0;
  for (const item of node.items as (Pair | Node | null)[]) {
    if (item === null) return undefined;
    const content = getContentStart(item);
    const from = slots.at(-1)?.to;
    let line: number;
    let start: number;
    if (from === undefined) {
      const behindDash = /(?:[&!]\S* +)*$/.exec(text.slice(findLineStart(text, content), content));
      start = isMap(node) ? content - (behindDash?.[0].length ?? 0) : getSpan(node)[0];
      line = findLineStart(text, start);
      column = start - line;
      const before = text.slice(line, start);
      if (before.trim() === '') start = line;
      else if (!/^ *(?:- +)+$/.test(before)) return undefined;
    } else {
      line = skipRemarks(text, from);
      start = line;
    }
    const first = line + column;
    const isThere = isMap(node) ? first <= content && props.test(text.slice(first, content)) : text[first] === '-';
    if (!isThere || (start === line && text.slice(line, first).trim() !== '')) return undefined;
    const own = start === line ? findCommentsAbove(text, line, from ?? 0) : start;
    const to = findEntryEnd(text, first, item);
    if (to <= start) return undefined;
    slots.push({ item, from: from ?? own, own, start, end: to, to });
  }
  return slots;
}

/** Where the blank lines and the lines of comments that begin at an offset end. */
function skipRemarks(text: string, from: number): number {
  let at = from;
  while (at < text.length && /^[ \t]*(?:#|\r?\n)/.test(text.slice(at, findNextLine(text, at))))
    at = findNextLine(text, at);
  return at;
}

const remarks = /(?:[ \t\r\n]|#[^\n]*\n)*/y;
const upToComma = /(?:[ \t\r\n]|#[^\n]*\n)*,/y;
const commentBehind = /[ \t]*#[^\r\n]*(?=\r?\n)/y;

/** Where a piece of text that begins at an offset ends; the offset itself if it does not begin there. */
function findEnd(piece: RegExp, text: string, from: number): number {
  piece.lastIndex = from;
  return piece.test(text) ? piece.lastIndex : from;
}

function findFlowSlots(text: string, node: YAMLMap | YAMLSeq): readonly EntrySpan[] | undefined {
  const [open, close] = getSpan(node);
  if (!/[[{]/.test(text[open] ?? '')) return undefined;
  const slots: EntrySpan[] = [];
  for (const item of node.items as (Pair | Node | null)[]) {
    if (item === null) return undefined;
    const from = slots.at(-1)?.to ?? open + 1;
    const content = getContentStart(item);
    const start = findEnd(remarks, text, from);
    const end = findContentEnd(item);
    if (start > content || end < content || !props.test(text.slice(start, content))) return undefined;
    const comma = findEnd(upToComma, text, end);
    if (comma === end && slots.length < node.items.length - 1) return undefined;
    slots.push({
      item,
      from,
      own: findOwnSpace(text, start, from),
      start,
      end,
      to: findEnd(commentBehind, text, comma),
    });
  }
  return findEnd(remarks, text, slots.at(-1)?.to ?? open + 1) === close - 1 ? slots : undefined;
}

/** Where the white space before an entry in brackets begins that goes with it, from its own comments on. */
function findOwnSpace(text: string, start: number, from: number): number {
  const line = findLineStart(text, start);
  if (line > from) {
    const above = findCommentsAbove(text, line, from);
    return above - (text[above - 2] === '\r' ? 2 : 1);
  }
  return from;
}
