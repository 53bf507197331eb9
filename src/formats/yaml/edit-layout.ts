import { isMap } from 'yaml';
import type { Json } from '@/base/json';
import { isSameJson } from '@/base/json';
import type { Layout } from '@/workflow/document';
import { writeDocumentForm } from '../written-form';
import { changeBlock } from './change-block';
import { addEntry, changeEntry, isReferredTo, removeEntry } from './edit-entries';
import { editEntry } from './edit-value';
import type { BlockReplacement } from './replace-blocks';
import { indentAt } from './text-lines';
import { getBlockText, indentLines, type TextParts } from './text-parts';
import { writeEntry, writeFlowValue } from './write-value';
import type { YamlBlock } from './yaml-source';

const prefix = 'layout.tasks.';
const within = ['layout.tasks', 'layout'];
/** A position on one line: the key, the numbers, and a comment. */
const pointLine = /^( *[^\s#[\]]+: +)\[[-+\d., eE]*\]([ \t]*(?:#[^\r\n]*)?(?:\r?\n)?)$/;

/**
 * The edits for a change of the layout: line by line where only positions change. Undefined if that is not possible.
 */
export function editLayout(
  parts: TextParts,
  before: Layout | undefined,
  after: Layout | undefined,
): BlockReplacement[] | undefined {
  if (!parts.blocks.has('layout'))
    return after === undefined ? [] : [addEntry(parts, 'layout', writeLayoutForm(after))];
  if (after === undefined) return wrapReplacement(removeEntry(parts, 'layout'));
  return (
    movePoints(parts, before ?? {}, after) ??
    wrapReplacement(changeNotes(parts, before ?? {}, after)) ??
    wrapReplacement(changeEntry(parts, 'layout', writeLayoutForm(before ?? {}), writeLayoutForm(after)))
  );
}

const wrapReplacement = (replacement: BlockReplacement | undefined): BlockReplacement[] | undefined =>
  replacement && [replacement];

const writeLayoutForm = (layout: Layout): Json => writeDocumentForm({ layout })['layout'] ?? {};

/**
 * The edit of the notes, in their own lines. Undefined if anything else changes, or if there are none before or after.
 */
function changeNotes(parts: TextParts, before: Layout, after: Layout): BlockReplacement | undefined {
  const { notes: oldNotes, ...oldRest } = before;
  const { notes: newNotes, ...newRest } = after;
  const block = parts.blocks.get('layout.notes');
  if (block === undefined || oldNotes === undefined || newNotes === undefined) return undefined;
  if (!isSameJson(oldRest, newRest)) return undefined;
  const [was, is] = [writeLayoutForm({ notes: oldNotes }), writeLayoutForm({ notes: newNotes })].map(getNotes);
  if (was === undefined || is === undefined) return undefined;
  const lines = writeEntry('notes', is, parts.style.unit);
  const text = changeBlock(parts, block, 'layout:\n', lines, {
    edit: (whole, root) => {
      const layout = root.items[0]?.value;
      const pair = isMap(layout) ? layout.items[0] : undefined;
      return pair && editEntry(whole, pair, was, is, parts.style);
    },
    says: (document) => isSameJson(writeLayoutForm(document.layout ?? {}), { notes: is }),
  });
  if (text === undefined) return undefined;
  const blocks = [{ key: 'layout.notes', from: 0, to: text.length }];
  return { from: block.from, to: block.to, text, blocks, within: ['layout'] };
}

const getNotes = (form: Json): Json | undefined =>
  typeof form === 'object' && form !== null && 'notes' in form ? form.notes : undefined;

/**
 * The edits of single positions. Undefined if anything else changes, or if the positions are not on lines of their own.
 */
function movePoints(parts: TextParts, before: Layout, after: Layout): BlockReplacement[] | undefined {
  const { tasks: oldPoints = {}, ...oldRest } = before;
  const { tasks: newPoints = {}, ...newRest } = after;
  if (Object.keys(newPoints).length === 0 || !isSameJson(oldRest, newRest)) return undefined;
  const blocks = [...parts.blocks.values()].filter(({ key }) => key.startsWith(prefix));
  const first = blocks[0];
  const last = blocks.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const replacements: BlockReplacement[] = [];
  for (const block of blocks) {
    const id = block.key.slice(prefix.length);
    const point = Object.hasOwn(newPoints, id) ? newPoints[id] : undefined;
    if (point && isSameJson(oldPoints[id], point)) continue;
    const text = point ? moveLine(parts, block, point) : '';
    if (text === undefined || (point === undefined && isReferredTo(parts, block))) return undefined;
    const blocksOfText = point ? [{ key: block.key, from: 0, to: text.length }] : [];
    replacements.push({ from: block.from, to: block.to, text, blocks: blocksOfText, within });
  }
  const column = indentAt(parts.text, first.from);
  for (const [id, point] of Object.entries(newPoints)) {
    if (parts.blocks.has(prefix + id)) continue;
    const text = indentLines(parts, writeEntry(id, [...point], parts.style.unit), column);
    const block = { key: prefix + id, from: 0, to: text.length };
    replacements.push({ from: last.to, to: last.to, text, blocks: [block], within });
  }
  return replacements;
}

function moveLine(parts: TextParts, block: YamlBlock, point: readonly number[]): string | undefined {
  const line = pointLine.exec(getBlockText(parts, block));
  return line ? `${line[1]}${writeFlowValue([...point])}${line[2]}` : undefined;
}
