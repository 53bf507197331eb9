import { isMap, type Pair } from 'yaml';
import type { Json } from '@/base/json';
import { isSameInOrder } from '@/base/json';
import { documentShape } from '../schema-shape';
import { lastKeys, writeDocumentForm } from '../written-form';
import { indexBlocks } from './block-index';
import { isInnerKey } from './block-keys';
import { changeBlock } from './change-block';
import { editEntry } from './edit-value';
import { hasAnchor } from './holds-anchor';
import { parseYaml } from './parse-yaml';
import type { BlockReplacement } from './replace-blocks';
import { indentAt } from './text-lines';
import { getBlockText, indentLines, type TextParts } from './text-parts';
import { writeEntry } from './write-value';
import type { YamlBlock } from './yaml-source';

const fieldOrder = [...[...documentShape.fields.keys()].filter((key) => !lastKeys.includes(key)), ...lastKeys];
/** `x-` keys come before tasks, tests and layout. */
const getKeyRank = (key: string): number =>
  key.startsWith('x-') ? fieldOrder.indexOf('tasks') - 0.5 : fieldOrder.indexOf(key);

/** Adds an entry of the document at its canonical position; `layout` always goes to the end. */
export function addEntry(parts: TextParts, key: string, value: Json): BlockReplacement {
  const rank = getKeyRank(key);
  let before: YamlBlock | undefined;
  let first: YamlBlock | undefined;
  for (const block of parts.blocks.values()) {
    if (isInnerKey(block.key)) continue;
    first ??= block;
    const isNearer =
      before === undefined ||
      (key === 'layout' ? block.to > before.to : getKeyRank(block.key) >= getKeyRank(before.key));
    if (getKeyRank(block.key) <= rank && isNearer) before = block;
  }
  const at = before?.to ?? first?.from ?? parts.text.length;
  const sibling = before ?? first;
  const column = sibling ? indentAt(parts.text, sibling.from) : 0;
  const lines = indentLines(parts, writeEntry(key, value, parts.style.unit), column);
  // Only a text without entries may end in the middle of a line: in a comment.
  const text = /[^\n\ufeff]$/.test(parts.text.slice(0, at)) ? parts.style.eol + lines : lines;
  return { from: at, to: at, text, blocks: findBlocks(text), within: [] };
}

function findBlocks(text: string): YamlBlock[] {
  const { root } = parseYaml(text);
  return isMap(root) ? indexBlocks(text, [root]) : [];
}

/** Whether a block has an anchor that its removal would take from others. */
export function isReferredTo(parts: TextParts, block: YamlBlock): boolean {
  return !parts.keepsReferences && hasAnchor(getBlockText(parts, block));
}

/** Removes an entry of the document. Undefined if other parts may refer to it. */
export function removeEntry(parts: TextParts, key: string): BlockReplacement | undefined {
  const block = parts.blocks.get(key);
  if (block === undefined || isReferredTo(parts, block)) return undefined;
  return { from: block.from, to: block.to, text: '', blocks: [], within: [] };
}

/** Changes an entry of the document. Undefined if it cannot be edited alone. */
export function changeEntry(parts: TextParts, key: string, before: Json, after: Json): BlockReplacement | undefined {
  const block = parts.blocks.get(key);
  if (block === undefined) return undefined;
  const lines = writeEntry(key, after, parts.style.unit);
  const text = changeBlock(parts, block, '', lines, {
    edit: (whole, root) => editEntry(whole, root.items[0] as Pair, before, after, parts.style),
    says: (document) => isSameInOrder(writeDocumentForm(document)[key], after),
  });
  return text === undefined
    ? undefined
    : { from: block.from, to: block.to, text, blocks: findBlocks(text), within: [] };
}
