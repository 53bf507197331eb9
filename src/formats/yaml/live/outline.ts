import { applyTextEdits, type TextEdit } from '@/workflow/change';
import type { Diagnostic } from '@/workflow/diagnostic';
import { getEntryPrefix, isBodyIn, isInnerKey } from '../block-keys';
import { getEntries, type HolderKey } from '../entries';
import type { ReadYaml } from '../read-yaml';
import { indentAt } from '../text-lines';
import {
  countLineBreaks,
  type EntrySegment,
  findRegionForm,
  groupBlocksWithin,
  type RegionForm,
  selectEntryBlocks,
  shiftProblem,
} from './entry-segment';

/** A part of a region whose text has changed since it was read. */
export interface Unread {
  readonly text: string;
}

/** The lines of a region, as a list of parts. */
export interface Region {
  readonly form: RegionForm;
  readonly parts: readonly (EntrySegment | Unread)[];
}

/** A text divided into its regions and the text around them (`frame`, in pieces). */
export interface Outline {
  /** One piece more than there are regions. */
  readonly frame: readonly string[];
  readonly regions: readonly Region[];
}

export const isRead = (part: EntrySegment | Unread): part is EntrySegment => 'value' in part;

const topRegions: readonly HolderKey[] = ['tasks', 'layout.tasks'];

/** Length from which an entry of the library is worth dividing, in UTF-16 units: some ten ms of work. */
export const longEntry = 20_000;

/**
 * The blocks of the library whose entries are read one by one: those of the library itself, or, if one of them is long,
 * of the groups in them; and so on for the groups.
 */
function listDividedBlocks(read: ReadYaml, key: HolderKey, long: number): readonly HolderKey[] {
  const { blocks } = read.source;
  const values = getEntries(key, read.document);
  const entries = selectEntryBlocks(key, blocks);
  const isWhole =
    entries.length > 0 &&
    entries.length === Object.keys(values).length &&
    entries.every((entry) => Object.hasOwn(values, entry.key.slice(getEntryPrefix(key).length)));
  if (entries.every(({ from, to }) => to - from < long)) return isWhole ? [key] : [];
  const within = entries.flatMap((entry) =>
    blocks.flatMap((block) => (isBodyIn(block.key, entry.key) ? [block.key] : [])),
  );
  const found = within.flatMap((body) => listDividedBlocks(read, body as HolderKey, long));
  return found.length === 0 && isWhole ? [key] : found;
}

/**
 * Divides a text that was read without errors. `long`: length from which entries of its library are divided further;
 * undefined: the library is not divided. Undefined if its entries are not on lines of their own.
 */
export function buildOutline(read: ReadYaml, long: number | undefined): Outline | undefined {
  const { document, diagnostics, source } = read;
  const { text, blocks } = source;
  const root = blocks.find(({ key }) => key === 'tasks');
  // Under `workflows`, or in a root that is indented, the tasks are in another column.
  if (document === undefined || root === undefined || indentAt(text, root.from) > 0) return undefined;
  const found: { readonly region: Region; readonly from: number; readonly to: number }[] = [];
  for (const key of [...topRegions, ...(long === undefined ? [] : listDividedBlocks(read, 'library', long))]) {
    const prefix = getEntryPrefix(key);
    const entries = selectEntryBlocks(key, blocks);
    const first = entries[0];
    if (first === undefined) continue;
    const values = getEntries(key, document);
    if (entries.length !== Object.keys(values).length) return undefined;
    const holder = blocks.find((block) => block.key === key);
    const next = blocks.find(({ from, key: other }) => from > first.from && !isInnerKey(other));
    const to = key === 'tasks' ? (next?.from ?? text.length) : (holder?.to ?? 0);
    let line = countLineBreaks(text, first.from);
    const inner = groupBlocksWithin(entries, blocks);
    const parts: EntrySegment[] = [];
    for (const [index, entry] of entries.entries()) {
      const { key: blockKey, from, to: end } = entry;
      const own = blockKey.slice(prefix.length);
      const value = Object.hasOwn(values, own) ? values[own] : undefined;
      const after = entries[index + 1]?.from ?? to;
      if (value === undefined || after <= from || end > after) return undefined;
      const part = text.slice(from, after);
      const lines = countLineBreaks(part, part.length);
      const isWithin = ({ range }: Diagnostic) => range !== undefined && from <= range.from && range.from < after;
      const warnings = diagnostics.filter(isWithin).map((warning) => shiftProblem(warning, -from, -line));
      parts.push({
        key: own,
        text: part,
        lines,
        size: end - from,
        value,
        diagnostics: warnings,
        blocks: inner.get(entry) ?? [],
      });
      line += lines;
    }
    found.push({ region: { form: findRegionForm(key, text, first.from), parts }, from: first.from, to });
  }
  found.sort((a, b) => a.from - b.from);
  const frame = [...found, undefined].map((at, index) => text.slice(found[index - 1]?.to ?? 0, at?.from));
  return { frame, regions: found.map(({ region }) => region) };
}

/**
 * The outline after edits of its text, which are in ascending order and do not overlap. Undefined if one crosses the
 * border of a region.
 */
export function editOutline({ frame, regions }: Outline, edits: readonly TextEdit[]): Outline | undefined {
  const nextFrame: string[] = [];
  const nextRegions: Region[] = [];
  let start = 0;
  let next = 0;
  /** The edits up to an offset, moved to the text that starts at `start`. */
  const takeEdits = (end: number, isIn: (edit: TextEdit) => boolean): TextEdit[] | undefined => {
    const taken: TextEdit[] = [];
    for (let edit = edits[next]; edit !== undefined && isIn(edit); edit = edits[next]) {
      if (edit.at < start || edit.at + edit.removed.length > end) return undefined;
      taken.push({ ...edit, at: edit.at - start });
      next += 1;
    }
    start = end;
    return taken;
  };
  for (const [index, piece] of frame.entries()) {
    const region = regions[index];
    const end = start + piece.length;
    // An edit that touches a region belongs to it, so that its first and last entry are read again.
    const own = takeEdits(end, ({ at }) => region === undefined || at < end);
    if (own === undefined) return undefined;
    const text = applyTextEdits(piece, own);
    if (own.length > 0 && region !== undefined && !text.endsWith('\n')) return undefined;
    nextFrame.push(text);
    if (region === undefined) break;
    const length = region.parts.reduce((sum, part) => sum + part.text.length, 0);
    const regionEnd = end + length;
    const inRegion = takeEdits(regionEnd, ({ at }) => at <= regionEnd);
    if (inRegion === undefined) return undefined;
    const parts = editParts(region.parts, inRegion);
    const isLast = index === frame.length - 2 && frame[index + 1] === '';
    if (inRegion.length > 0 && !isLast && !parts.at(-1)?.text.endsWith('\n')) return undefined;
    nextRegions.push({ ...region, parts });
  }
  return { frame: nextFrame, regions: nextRegions };
}

/** The parts after edits. Those that an edit touches become a single unread part. */
function editParts(parts: Region['parts'], edits: readonly TextEdit[]): Region['parts'] {
  const next: (EntrySegment | Unread)[] = [];
  let start = 0;
  let at = 0;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] as EntrySegment | Unread;
    let end = start + part.text.length;
    const edit = edits[at];
    if (edit === undefined || edit.at > end) {
      next.push(part);
      start = end;
      continue;
    }
    const touched = [part.text];
    const own: TextEdit[] = [];
    for (let inner = edits[at]; inner !== undefined && inner.at <= end; inner = edits[at]) {
      own.push({ ...inner, at: inner.at - start });
      at += 1;
      // An edit that ends where a part ends also touches the next part.
      while (inner.at + inner.removed.length >= end && index + 1 < parts.length) {
        index += 1;
        const more = (parts[index] as EntrySegment | Unread).text;
        touched.push(more);
        end += more.length;
      }
    }
    next.push({ text: applyTextEdits(touched.join(''), own) });
    start = end;
  }
  return next;
}
