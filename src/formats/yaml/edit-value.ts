import {
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { isJsonObject, isSameInOrder, type Json, type JsonObject } from '@/base/json';
import { findMovedKeys } from '@/base/moved-keys';
import { applyTextEdits, type TextEdit } from '@/workflow/change';
import { findContentEnd, findEntryEnd } from './block-index';
import { findPair, getSpan } from './nodes';
import { findLineStart } from './text-lines';
import { isMergeKey } from './to-syntax';
import { type ScalarStyle, writeInlineText } from './write-scalar';
import { type WrittenValue, writeEntry, writeFlowValue, writeItem, writeValue } from './write-value';

/** The style of a text: its line break, and the spaces of one level of indentation. */
export interface TextStyle {
  readonly eol: string;
  readonly unit: number;
}

/** An edit that is being made. `stuck` is set once something cannot be edited piece by piece. */
export interface Draft extends TextStyle {
  readonly text: string;
  readonly edits: TextEdit[];
  stuck: boolean;
}

/**
 * Changes the value of an entry (a pair of a map, or an item of a list) from `before` to `after`, both in the form of a
 * file. Parts that do not change keep their comments and their style. `text` is the text that the entry was parsed
 * from. Undefined if the entry cannot be edited piece by piece.
 */
export function editEntry(
  text: string,
  entry: Pair | YAMLMap,
  before: Json,
  after: Json,
  style: TextStyle,
): string | undefined {
  const draft: Draft = { ...style, text, edits: [], stuck: false };
  if (isPair(entry)) changePair(draft, entry, before, after);
  else if (isJsonObject(before) && isJsonObject(after)) changeMap(draft, entry, before, after);
  else return undefined;
  if (draft.stuck) return undefined;
  // At the same offset, insertions come before removals.
  return applyTextEdits(
    text,
    draft.edits.toSorted((a, b) => a.at - b.at || a.removed.length - b.removed.length),
  );
}

/** Whether a node has an anchor or an alias. Then it cannot be edited without other parts of the text. */
export function hasReferences(node: unknown): boolean {
  if (isAlias(node)) return true;
  if (isPair(node)) return hasReferences(node.key) || hasReferences(node.value);
  if (isScalar(node)) return node.anchor !== undefined;
  return isCollection(node) && (node.anchor !== undefined || node.items.some(hasReferences));
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Adds the replacement of a part of the text. */
export function replaceRange(draft: Draft, from: number, to: number, inserted: string): void {
  draft.edits.push({ at: from, removed: draft.text.slice(from, to), inserted });
}

/** Inserts whole lines at the start of a line, or at the end of a text whose last line has no break. */
function insertLines(draft: Draft, at: number, column: number, lines: readonly string[]): void {
  const spaces = ' '.repeat(column);
  const written = lines.map((line) => (line === '' ? '' : spaces + line) + draft.eol).join('');
  const isOpen = at > 0 && at === draft.text.length && draft.text[at - 1] !== '\n';
  replaceRange(draft, at, at, isOpen ? draft.eol + written : written);
}

const getColumn = (draft: Draft, offset: number): number => offset - findLineStart(draft.text, offset);

function changePair(draft: Draft, pair: Pair, before: Json, after: Json): void {
  const value = pair.value as Node | null;
  if (isSameInOrder(before, after)) return;
  if (isMap(value) && !value.flow && isJsonObject(before) && isJsonObject(after) && Object.keys(after).length > 0) {
    changeMap(draft, value, before, after);
  } else if (
    isSeq(value) &&
    !value.flow &&
    isList(before) &&
    isList(after) &&
    canChangeList(draft, value, before, after)
  ) {
    changeList(draft, value, before, after);
  } else if (isInline(value, after)) {
    changeInline(draft, value, before, after);
  } else if (!(isMap(value) && !value.flow && isJsonObject(after) && emptyMap(draft, pair, value))) {
    replaceValue(draft, pair, after);
  }
}

/**
 * Removes every entry of a map and leaves its comments. False if one is not on lines of its own; stuck if some come
 * from
 * elsewhere.
 */
function emptyMap(draft: Draft, pair: Pair, map: YAMLMap): boolean {
  const { text } = draft;
  if (map.items.some(({ key }) => isMergeKey(key))) {
    draft.stuck = true;
    return true;
  }
  const [, keyEnd] = getSpan(pair.key as Node);
  const behindKey = /^[ \t]*:(?:[ \t]*&[^\s,[\]{}]+)?(?=[ \t]*(?:#[^\n]*)?\r?\n)/.exec(text.slice(keyEnd))?.[0];
  const starts = map.items.map((entry) => getSpan(entry.key as Node)[0]);
  const isApart = starts.every((start) => text.slice(findLineStart(text, start), start).trim() === '');
  if (behindKey === undefined || !isApart) return false;
  replaceRange(draft, keyEnd + behindKey.length, keyEnd + behindKey.length, ' {}');
  for (const entry of map.items) removePair(draft, entry);
  return true;
}

function changeMap(draft: Draft, map: YAMLMap, before: JsonObject, after: JsonObject): void {
  const first = map.items[0]?.key as Node | undefined;
  if (first === undefined) {
    draft.stuck = true;
    return;
  }
  const [start] = getSpan(first);
  const column = getColumn(draft, start);
  for (const key of Object.keys(before)) {
    const pair = Object.hasOwn(after, key) ? undefined : findPair(map, key);
    if (pair) removePair(draft, pair);
  }
  const moved = findMovedKeys(Object.keys(before), Object.keys(after));
  let last: Pair | undefined;
  for (const [key, value] of Object.entries(after)) {
    const was = Object.hasOwn(before, key) ? before[key] : undefined;
    const pair = findPair(map, key);
    if (pair && moved.has(key)) {
      const lines = isSameInOrder(was, value)
        ? readEntryLines(draft, pair, column)
        : writeEntry(key, value, draft.unit);
      removePair(draft, pair);
      insertBehind(draft, last, { start, column, lines });
    } else if (pair) {
      // A key that was written without a value is not in `before`.
      if (was === undefined) replaceValue(draft, pair, value);
      else changePair(draft, pair, was, value);
      last = pair;
    } else if (was === undefined || !isSameInOrder(was, value)) {
      insertBehind(draft, last, { start, column, lines: writeEntry(key, value, draft.unit) });
    }
  }
}

/** The lines of an entry as they are, without the indentation of its key. */
function readEntryLines({ text }: Draft, pair: Pair, column: number): readonly string[] {
  const [start] = getSpan(pair.key as Node);
  const spaces = ' '.repeat(column);
  const lines = text
    .slice(findLineStart(text, start), findEntryEnd(text, start, pair))
    .trimEnd()
    .split(/\r?\n/);
  return lines.map((line) => (line.startsWith(spaces) ? line.slice(column) : line));
}

interface NewLines {
  /** Where the first entry of the map begins. */
  readonly start: number;
  readonly column: number;
  readonly lines: readonly string[];
}

/** Inserts lines behind an entry of a map; without one, before the first. */
function insertBehind(draft: Draft, last: Pair | undefined, { start, column, lines }: NewLines): void {
  if (last) insertLines(draft, findEntryEnd(draft.text, getSpan(last.key as Node)[0], last), column, lines);
  else insertBefore(draft, start, column, lines);
}

function insertBefore(draft: Draft, start: number, column: number, lines: readonly string[]): void {
  const from = findLineStart(draft.text, start);
  if (draft.text.slice(from, start).trim() === '') insertLines(draft, from, column, lines);
  else draft.stuck = true;
}

function removePair(draft: Draft, pair: Pair): void {
  const [start] = getSpan(pair.key as Node);
  const from = findLineStart(draft.text, start);
  if (draft.text.slice(from, start).trim() === '') replaceRange(draft, from, findEntryEnd(draft.text, start, pair), '');
  else draft.stuck = true;
}

const styles: Readonly<Record<string, ScalarStyle>> = {
  QUOTE_DOUBLE: 'double',
  QUOTE_SINGLE: 'single',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'literal',
};

const readStyle = (draft: Draft, node: Node | null): ScalarStyle | undefined =>
  isScalar(node) && !isOurForm(draft, node) ? styles[node.type ?? ''] : undefined;

/** Whether a value stands in brackets that are not empty, which are no deliberate style, and can stay in them. */
const isInline = (node: Node | null | undefined, after: Json): node is YAMLMap | YAMLSeq =>
  isCollection(node) && node.flow === true && node.items.length > 0 && (isList(after) || isJsonObject(after));

/**
 * Changes a value in brackets where it stands: parts that are the same, and comments between them, stay. Where it gets
 * more or fewer parts, it is written again.
 */
function changeInline(draft: Draft, node: Node, before: Json, after: Json): void {
  if (isSameInOrder(before, after)) return;
  const parts = pairParts(node, before, after);
  if (parts === undefined) {
    const style = readStyle(draft, node);
    const written = typeof after === 'string' ? writeInlineText(after, true, style) : writeFlowValue(after);
    replaceRange(draft, ...getSpan(node), written);
  }
  for (const [part, was, value] of parts ?? []) if (part) changeInline(draft, part, was, value);
}

type Part = readonly [node: Node | null | undefined, before: Json, after: Json];

/** The parts of a value in brackets, renamed keys among them, if each has its place there before and after. */
function pairParts(node: Node, before: Json, after: Json): readonly Part[] | undefined {
  let parts: readonly Part[] = [];
  if (isSeq(node) && isList(before) && isList(after)) {
    if ([before, after].some(({ length }) => length !== node.items.length)) return undefined;
    parts = node.items.map((item, index) => [item as Node, before[index] ?? null, after[index] ?? null]);
  } else if (isMap(node) && isJsonObject(before) && isJsonObject(after)) {
    const now = Object.entries(after);
    const isAlike = Object.entries(before).every(
      ([key, was], index) => key === now[index]?.[0] || isSameInOrder(was, now[index]?.[1]),
    );
    if (!isAlike || now.length !== node.items.length || now.length !== Object.keys(before).length) return undefined;
    parts = Object.entries(before).flatMap(([key, was], index): readonly Part[] => {
      const pair = findPair(node, key);
      const [newKey, value] = now[index] ?? [key, was];
      return [
        [pair?.key as Node, key, newKey],
        [pair?.value as Node, was, value],
      ];
    });
  }
  const isPlaced = parts.length > 0 && parts.every(([part]) => getSpan(part)[1] > getSpan(part)[0]);
  return isPlaced ? parts : undefined;
}

/** Writes a value in the style of the value before it, where possible. */
function rewriteValue(draft: Draft, node: Node | null, value: Json): WrittenValue {
  if (isInline(node, value)) return { head: writeFlowValue(value), lines: [] };
  const style = readStyle(draft, node);
  const isLines = typeof value === 'string' && value.includes('\n');
  return writeValue(value, draft.unit, isLines && style !== 'literal' ? 'plain' : style);
}

/**
 * Whether a text is quoted only because it must be, such as `"Say "` while a person types. Such quotes are not a
 * deliberate style either.
 */
function isOurForm(draft: Draft, node: Scalar): boolean {
  return typeof node.value === 'string' && draft.text.slice(...getSpan(node)) === writeInlineText(node.value, false);
}

/** Replaces the value of a key. A comment on the line of the key stays there, and so does an anchor. */
export function replaceValue(draft: Draft, pair: Pair, value: Json): void {
  const { text } = draft;
  const [start, keyEnd] = getSpan(pair.key as Node);
  const behindKey = /^[ \t]*:/.exec(text.slice(keyEnd, keyEnd + 20));
  if (behindKey === null) {
    draft.stuck = true;
    return;
  }
  const node = pair.value as Node | null;
  const from = keyEnd + behindKey[0].length;
  let to = Math.max(from, findContentEnd(node));
  if (text[to - 1] === '\n' && to > from) to -= text[to - 2] === '\r' ? 2 : 1;
  const { head, lines } = rewriteValue(draft, node, value);
  const header = /^(?:[ \t]*&[^\s,[\]{}]+)?(?:[ \t]*[|>][^\s#]*)?([ \t]+#[^\r\n]*)/.exec(text.slice(from, to))?.[1];
  const trailing = /^[ \t]+#[^\r\n]*/.exec(text.slice(to))?.[0];
  const anchor = isAlias(node) ? undefined : node?.anchor;
  const behind = `${anchor === undefined ? '' : ` &${anchor}`}${head === '' ? '' : ` ${head}`}${header ?? ''}`;
  if (lines.length === 0) {
    replaceRange(draft, from, to, behind);
    return;
  }
  const spaces = ' '.repeat(getColumn(draft, start));
  const below = lines.map((line) => draft.eol + (line === '' ? '' : spaces + line)).join('');
  replaceRange(draft, from, to + (trailing?.length ?? 0), behind + (trailing ?? '') + below);
}

/** Whether every item has its dash on a line of its own, and those that change are maps or on one line. */
function canChangeList(draft: Draft, list: YAMLSeq, before: readonly Json[], after: readonly Json[]): boolean {
  const items = list.items as (Node | null)[];
  return (
    after.length > 0 &&
    items.length === before.length &&
    items.every((item) => {
      const [start] = getSpan(item);
      return /^ *- +(?:&[^\s,[\]{}]+ +)?$/.test(draft.text.slice(findLineStart(draft.text, start), start));
    })
  );
}

function changeList(draft: Draft, list: YAMLSeq, before: readonly Json[], after: readonly Json[]): void {
  const items = list.items as Node[];
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && isSameInOrder(before[same] ?? null, after[same] ?? null)) same += 1;
  let tail = 0;
  while (tail < shorter - same && isSameInOrder(before.at(-1 - tail) ?? null, after.at(-1 - tail) ?? null)) tail += 1;
  for (const [index, item] of items.entries()) {
    const was = before[index];
    const value = after[index];
    if (index < same || index >= items.length - tail) continue;
    const isPaired = before.length === after.length && isMap(item) && !item.flow;
    if (isPaired && isJsonObject(was) && isJsonObject(value) && Object.keys(value).length > 0) {
      changeMap(draft, item, was, value);
      continue;
    }
    if (before.length === after.length && was !== undefined && value !== undefined) {
      // A comment behind an item that moves is about that item, not about the one that comes in its place.
      const isMoved = before.some((one) => isSameInOrder(one, value)) || after.some((one) => isSameInOrder(one, was));
      if (!isMoved && changeItemInPlace(draft, item, was, value)) continue;
    }
    const [start] = getSpan(item);
    const from = findLineStart(draft.text, start);
    replaceRange(draft, from, findItemEnd(draft, item), '');
    if (before.length === after.length && value !== undefined) insertItems(draft, from, list, [value]);
  }
  if (before.length === after.length) return;
  const added = after.slice(same, after.length - tail);
  const anchor = items[same];
  const last = items.at(-1);
  if (anchor) insertItems(draft, findLineStart(draft.text, getSpan(anchor)[0]), list, added);
  else if (last) insertItems(draft, findItemEnd(draft, last), list, added);
}

/** Changes an item in brackets or on one line where it stands, so that the comment behind it stays. */
function changeItemInPlace(draft: Draft, item: Node, before: Json, after: Json): boolean {
  if (isInline(item, after)) {
    changeInline(draft, item, before, after);
    return true;
  }
  if (!isScalar(item) || item.type?.startsWith('BLOCK')) return false;
  const { head, lines } = rewriteValue(draft, item, after);
  if (head === '' || lines.length > 0) return false;
  replaceRange(draft, ...getSpan(item), head);
  return true;
}

function insertItems(draft: Draft, at: number, list: YAMLSeq, values: readonly Json[]): void {
  insertLines(
    draft,
    at,
    findDashColumn(draft, list.items[0] as Node),
    values.flatMap((value) => writeItem(value, draft.unit)),
  );
}

/** The column of an item's dash. */
function findDashColumn(draft: Draft, item: Node): number {
  const from = findLineStart(draft.text, getSpan(item)[0]);
  return draft.text.indexOf('-', from) - from;
}

const findItemEnd = (draft: Draft, item: Node): number => {
  const from = findLineStart(draft.text, getSpan(item)[0]);
  return findEntryEnd(draft.text, from + findDashColumn(draft, item), item);
};
