import type { TextEdit } from '@/workflow/change';
import type { EntrySpan } from './find-slots';
import { findLineStart, indentAt } from './text-lines';

/** A part of a map or a list as it will be written. */
export interface ArrangedPart {
  /** Where it was: its comments come along. Undefined: it is new. */
  readonly slot?: EntrySpan | undefined;
  readonly body: string;
}

/** What becomes of the parts of a map or a list. Slots that are in neither of the first two are removed. */
interface PartPlaces {
  readonly staying: ReadonlyMap<EntrySpan, ArrangedPart>;
  readonly moving: ReadonlySet<EntrySpan>;
  /** What comes behind a slot; of undefined, what comes first. */
  readonly coming: ReadonlyMap<EntrySpan | undefined, readonly ArrangedPart[]>;
}

/** The text around a map or a list; in brackets, with the offsets of these. */
interface Around {
  readonly text: string;
  readonly eol: string;
  readonly brackets: readonly [open: number, close: number] | undefined;
}

const isPiece = (part: string | ArrangedPart): part is ArrangedPart => typeof part !== 'string';

/** The edit that arranges the parts. What belongs to no part stays, and so do comments above a part that is removed. */
export function joinPieces(around: Around, slots: readonly EntrySpan[], arrangement: PartPlaces): TextEdit {
  const { text, brackets } = around;
  const { staying, moving, coming } = arrangement;
  const parts: (string | ArrangedPart)[] = slots.length === 0 ? [...(coming.get(undefined) ?? [])] : [];
  for (const [index, slot] of slots.entries()) {
    parts.push(text.slice(slot.from, slot.own));
    if (index === 0) parts.push(...(coming.get(undefined) ?? []));
    const above = text.slice(slot.own, slot.start);
    const stays = staying.get(slot);
    if (stays !== undefined) parts.push(stays);
    else if (!moving.has(slot)) parts.push(brackets ? above.trimEnd() : above);
    parts.push(...(coming.get(slot) ?? []));
  }
  const [from, to] = brackets ? [brackets[0] + 1, brackets[1] - 1] : [slots[0]?.from ?? 0, slots.at(-1)?.to ?? 0];
  const inserted = brackets ? joinInBrackets(around, brackets, slots, parts) : joinLines(around, slots, parts);
  return { at: from, removed: text.slice(from, to), inserted };
}

function joinLines(
  { text, eol }: Around,
  [first]: readonly EntrySpan[],
  parts: readonly (string | ArrangedPart)[],
): string {
  // The first may be on the line of a dash.
  const inset = first ? first.start - findLineStart(text, first.start) : 0;
  let joined = '';
  for (const part of parts) {
    const slot = isPiece(part) ? part.slot : undefined;
    const above = slot ? ' '.repeat(slot === first ? inset : 0) + text.slice(slot.own, slot.start) : '';
    const lines = isPiece(part) ? above + part.body : part;
    if (lines !== '' && joined !== '' && !joined.endsWith('\n')) joined += eol;
    joined += lines;
  }
  return inset > 0 ? joined.trimStart() : joined;
}

const startsLine = /^[ \t]*\r?\n/;
const endsInComment = /#[^\r\n]*$/;
const untilComma = /^((?:[ \t\r\n]|#[^\n]*\n)*),/;

function joinInBrackets(
  { text, eol }: Around,
  [open, close]: readonly [number, number],
  slots: readonly EntrySpan[],
  parts: readonly (string | ArrangedPart)[],
): string {
  const pieces = parts.filter(isPiece);
  const [firstSpace = '', secondSpace] = slots.map(({ own, start }) => readSpace(text.slice(own, start)));
  const nextSpace = secondSpace ?? (firstSpace.includes('\n') ? firstSpace : ' ');
  const indented = [firstSpace, nextSpace].find((space) => space.includes('\n'));
  const newLine = indented ?? eol + ' '.repeat(indentAt(text, findLineStart(text, open)) + 2);
  const readLead = ({ slot }: ArrangedPart, isFirst: boolean): string => {
    const lead = slot && text.slice(slot.own, slot.start);
    if (lead?.includes('#')) return lead;
    if (isFirst) return firstSpace;
    return lead === undefined || slot === slots[0] ? nextSpace : lead;
  };
  const readBehind = ({ slot }: ArrangedPart | { slot?: EntrySpan | undefined }): string =>
    slot ? text.slice(slot.end, slot.to) : '';
  const endsWithComma = untilComma.test(readBehind({ slot: slots.at(-1) }));
  let joined = '';
  let isComment = false;
  const add = (piece: string): void => {
    const isOpen = isComment || joined.endsWith('\n');
    if (isOpen && !startsLine.test(piece))
      joined += (isComment ? newLine : newLine.replace(/^\r?\n/, '')) + piece.trimStart();
    else joined += piece;
    isComment = false;
  };
  for (const part of parts) {
    if (!isPiece(part)) {
      if (part === '') continue;
      add(part);
      isComment = endsInComment.test(part);
      continue;
    }
    add(readLead(part, part === pieces[0]) + part.body);
    const behind = readBehind(part);
    const needsComma = part !== pieces.at(-1) || endsWithComma;
    const hasComma = untilComma.test(behind);
    const right = needsComma === hasComma ? behind : needsComma ? `,${behind}` : behind.replace(untilComma, '$1');
    joined += right;
    isComment = endsInComment.test(right);
  }
  const end = text.slice(slots.at(-1)?.to ?? open + 1, close - 1);
  if (pieces.length === 0 && `${joined}${end}`.trim() === '') return '';
  if (isComment || end !== '') add(end);
  return joined;
}

/** The white space of a lead: from its last line break on, if it has one. */
const readSpace = (lead: string): string => /\r?\n[ \t]*$|^[ \t]*$/.exec(lead)?.[0] ?? '';
