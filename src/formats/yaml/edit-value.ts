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
import { findContentEnd } from './block-index';
import { type EntrySpan, findSlots } from './find-slots';
import { type ArrangedPart, joinPieces } from './join-pieces';
import { matchEntries } from './match-entries';
import { findPair, getSpan, readScalarText } from './nodes';
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
  else if (!changeParts(draft, entry, before, after)) return undefined;
  return draft.stuck ? undefined : applyTextEdits(text, draft.edits);
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

const getColumn = (draft: Draft, offset: number): number => offset - findLineStart(draft.text, offset);

function changePair(draft: Draft, pair: Pair, before: Json, after: Json): void {
  const [, keyEnd] = getSpan(pair.key as Node);
  if (changeParts(draft, pair.value, before, after) || emptyParts(draft, pair.value, keyEnd, before, after)) return;
  replaceValue(draft, pair, after);
}

/** Changes the parts of a map or a list where they stand. False if that is not possible. */
function changeParts(draft: Draft, node: unknown, before: Json, after: Json): boolean {
  if (isSameInOrder(before, after)) return true;
  if (!(isMap(node) || isSeq(node))) return false;
  if (node.flow === true ? isBlankBrackets(draft, node) : Object.keys(after ?? {}).length === 0) return false;
  return arrangeParts(draft, node, before, after);
}

/** Whether there is nothing in brackets, so that they are no deliberate style. */
const isBlankBrackets = ({ text }: Draft, node: YAMLMap | YAMLSeq): boolean =>
  node.items.length === 0 && !text.slice(...getSpan(node)).includes('#');

/**
 * Removes all parts of a value in lines, and leaves the comments between them. `from`: where its key ends, or its dash
 * is. False if the value is no such one.
 */
function emptyParts(draft: Draft, node: unknown, from: number, before: Json, after: Json): boolean {
  if (!(isMap(node) || isSeq(node)) || node.flow === true) return false;
  if (typeof after !== 'object' || after === null || Object.keys(after).length > 0) return false;
  const behind = /^(?:[ \t]*:|-)(?:[ \t]*&[^\s,[\]{}]+)?([ \t]*(?:#[^\n]*)?\r?\n|(?= +[^\s&]))/.exec(
    draft.text.slice(from),
  );
  const edits: TextEdit[] = [];
  if (behind === null || !arrangeParts({ ...draft, edits }, node, before, after)) return false;
  if (isMap(node) && node.items.some(({ key }) => isMergeKey(key))) draft.stuck = true;
  const [whole, rest = ''] = behind;
  const [removal] = edits;
  const at = from + whole.length - rest.length;
  const written = isList(after) ? ' []' : ' {}';
  if (rest !== '') draft.edits.push({ at, removed: '', inserted: written }, ...edits);
  // The first part is on the line of the dash.
  else if (removal)
    replaceRange(
      draft,
      at,
      removal.at + removal.removed.length,
      written +
        draft.eol +
        (removal.inserted && ' '.repeat(removal.at - findLineStart(draft.text, at)) + removal.inserted),
    );
  return true;
}

/** One part of a map or a list before and after a change. */
interface PartChange {
  readonly oldKey: string;
  readonly key: string;
  readonly was: Json;
  readonly value: Json;
}

/**
 * Arranges the parts of a map or a list anew. Parts that stay keep every letter; those that change, get another name or
 * move keep their comments. A list of tasks with ids is a map of them. False if the parts cannot be told apart.
 */
function arrangeParts(draft: Draft, node: YAMLMap | YAMLSeq, before: Json, after: Json): boolean {
  const isKeyed = isJsonObject(before) && isJsonObject(after);
  if (!isKeyed && !(isSeq(node) && isList(before) && isList(after))) return false;
  const slots = findSlots(draft.text, node);
  if (slots === undefined || (!isKeyed && slots.length !== before.length)) return false;
  const named = new Map(
    isKeyed ? slots.map((slot) => [readName(slot.item), slot]) : slots.map((slot, at) => [String(at), slot]),
  );
  const findSlot = (key: string): EntrySpan | undefined => {
    if (named.has(key) || !isMap(node)) return named.get(key);
    const pair = findPair(node, key);
    return pair && slots.find(({ item }) => item === pair);
  };
  const now = Object.entries<Json>(after as JsonObject);
  const said = Object.entries<Json>(before as JsonObject);
  // A key that was written without a value is not in `before`.
  const unsaid = isKeyed ? now.filter(([key]) => !Object.hasOwn(before, key) && findSlot(key) !== undefined) : [];
  const was = [...said, ...unsaid.map(([key]) => [key, null] as const)];
  const matches = matchEntries(was, now, isKeyed);
  const places = (indexes: Iterable<number | undefined>): string[] =>
    [...indexes].flatMap((index) => (index === undefined || index >= said.length ? [] : [String(index)]));
  // The form of a task in a list has its id.
  const formOf = (key: string, value: Json) => (isKeyed && isSeq(node) ? { id: key, ...(value as JsonObject) } : value);
  const movedPlaces = findMovedKeys(places(said.keys()), places(matches));
  const [staying, moving] = [new Map<EntrySpan, ArrangedPart>(), new Set<EntrySpan>()];
  const coming = new Map<EntrySpan | undefined, ArrangedPart[]>();
  let last: EntrySpan | undefined;
  const insert = (piece: ArrangedPart): void => {
    const pieces = coming.get(last);
    if (pieces) pieces.push(piece);
    else coming.set(last, [piece]);
  };
  for (const [index, [key, value]] of now.entries()) {
    const match = matches[index];
    const [oldKey, old] = (match === undefined ? undefined : was[match]) ?? [key, undefined];
    const slot = old === undefined ? undefined : findSlot(oldKey);
    // What is not written need not be if it stays: a type that other fields imply, a part of a merge key.
    if (slot === undefined && old !== undefined && isSameInOrder(old, value)) continue;
    if (slot !== undefined && old !== undefined) {
      const piece = {
        slot,
        body: changeBody(draft, node, slot, { oldKey, key, was: formOf(oldKey, old), value: formOf(key, value) }),
      };
      if (movedPlaces.has(String(match))) {
        moving.add(slot);
        insert(piece);
      } else {
        staying.set(slot, piece);
        last = slot;
      }
    } else insert({ body: writeBody(draft, node, slots, key, formOf(key, value)) });
  }
  // Keys that mean nothing to us stay as they are.
  const known = new Set(was.map(([key]) => findSlot(key)));
  for (const slot of slots) {
    if (!known.has(slot) && (now.length > 0 || node.flow === true))
      staying.set(slot, { slot, body: draft.text.slice(slot.start, slot.end) });
  }
  const around = { text: draft.text, eol: draft.eol, brackets: node.flow === true ? getSpan(node) : undefined };
  draft.edits.push(joinPieces(around, slots, { staying, moving, coming }));
  return true;
}

/** The key of an entry as it is written, or the id of a task in a list. */
function readName(item: Pair | Node): string | undefined {
  const name = isPair(item) ? item.key : isMap(item) ? findPair(item, 'id')?.value : undefined;
  return isScalar(name) ? readScalarText(name) : undefined;
}

/** The column of the keys or the dashes of a block. */
function getPartColumn(draft: Draft, node: YAMLMap | YAMLSeq, [first]: readonly EntrySpan[]): number {
  if (first === undefined) return 0;
  const start = isMap(node) ? getSpan((first.item as Pair<Node>).key)[0] : getSpan(node)[0];
  return getColumn(draft, start);
}

/** A part of a map, or an item of a list, as it is written where there is none. */
function writeBody(
  draft: Draft,
  node: YAMLMap | YAMLSeq,
  slots: readonly EntrySpan[],
  key: string,
  value: Json,
): string {
  if (node.flow === true) return `${isMap(node) ? `${writeInlineText(key, true)}: ` : ''}${writeFlowValue(value)}`;
  const lines = isMap(node) ? writeEntry(key, value, draft.unit) : writeItem(value, draft.unit);
  const spaces = ' '.repeat(getPartColumn(draft, node, slots));
  return lines.map((line) => (line === '' ? '' : spaces + line) + draft.eol).join('');
}

/** The text of a part after its change, without the comments around it. */
function changeBody(draft: Draft, node: YAMLMap | YAMLSeq, slot: EntrySpan, change: PartChange): string {
  const { item, start, end } = slot;
  const { oldKey, key, was, value } = change;
  const part: Draft = { ...draft, edits: [], stuck: false };
  const isFlow = node.flow === true;
  if (isPair(item) && key !== oldKey) {
    const style = readStyle(draft, item.key as Node);
    replaceRange(part, ...getSpan(item.key as Node), writeInlineText(key, isFlow, style));
  }
  const inner = (isPair(item) ? item.value : item) as Node | null;
  if (isPair(item) && !isFlow) changePair(part, item, was, value);
  else if (isFlow && !changeInline(part, inner, was, value)) return writeBody(draft, node, [slot], key, value);
  else if (!isFlow && !changeItem(part, item as Node, was, value)) {
    const dash = draft.text.indexOf('-', start);
    if (!emptyParts(part, inner, dash, was, value)) {
      const body = writeBody(draft, node, [slot], key, value).slice(0, -draft.eol.length);
      const remarks = draft.text.slice(findContentEnd(item), end);
      const isLine = !body.includes('\n') || !/^[ \t]*#/.test(remarks);
      const behind = isLine ? remarks : draft.eol + ' '.repeat(getColumn(draft, dash) + 1) + remarks.trimStart();
      return body.slice(start === findLineStart(draft.text, start) ? 0 : getColumn(draft, start)) + behind;
    }
  }
  draft.stuck ||= part.stuck;
  const edits = part.edits.map((edit) => ({ ...edit, at: edit.at - start }));
  return applyTextEdits(draft.text.slice(start, end), edits);
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

/** Changes a value in brackets where it stands. False if there is none. */
function changeInline(draft: Draft, node: Node | null, before: Json, after: Json): boolean {
  if (changeParts(draft, node, before, after)) return true;
  const [from, to] = getSpan(node);
  if (from === to) return false;
  const written =
    typeof after === 'string' ? writeInlineText(after, true, readStyle(draft, node)) : writeFlowValue(after);
  replaceRange(draft, from, to, written);
  return true;
}

/** Changes an item that has parts or is on one line where it stands, so that the comment behind it stays. */
function changeItem(draft: Draft, item: Node, before: Json, after: Json): boolean {
  if (changeParts(draft, item, before, after)) return true;
  if (isInline(item, after)) return changeInline(draft, item, before, after);
  if (!isScalar(item) || item.type?.startsWith('BLOCK')) return false;
  const { head, lines } = rewriteValue(draft, item, after);
  if (head === '' || lines.length > 0) return false;
  replaceRange(draft, ...getSpan(item), head);
  return true;
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
