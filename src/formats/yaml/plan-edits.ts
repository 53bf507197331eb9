import type { Json } from '@/base/json';
import { isSameInOrder } from '@/base/json';
import { applyModelChange, isInPlace, type ModelChange } from '@/workflow/change';
import { type DocumentSettings, getSettings, type WorkflowDocument } from '@/workflow/document';
import { settingsShape } from '../schema-shape';
import { writeDocumentForm } from '../written-form';
import { type BlockLookup, getBlockLookup } from './block-lookup';
import { addEntry, changeEntry, removeEntry } from './edit-entries';
import { editLayout } from './edit-layout';
import { editLibrary } from './edit-library';
import { editTasks } from './edit-tasks';
import type { BlockReplacement } from './replace-blocks';
import { detectStyle, type TextParts } from './text-parts';
import type { YamlSource } from './yaml-source';

/**
 * The replacements of blocks that make a change of the text's document in the text. Undefined if one of the blocks
 * cannot be edited alone. `keepsReferences`: {@link TextParts.keepsReferences}.
 */
export function planEdits(
  source: YamlSource,
  document: WorkflowDocument,
  change: ModelChange,
  keepsReferences = false,
): BlockReplacement[] | undefined {
  const blocks = getBlockLookup(source);
  if (change.tasks.size === 0 || !isInBlocks(blocks, change)) {
    if (source.blocks.length === 0 && !isBlank(source.text)) return undefined;
  }
  const parts: TextParts = {
    text: source.text,
    blocks,
    style: detectStyle(source),
    keepsReferences,
  };
  const after = applyModelChange(document, { ...change, tasks: new Map() });
  const planned = [
    change.settings ? editSettings(parts, getSettings(document), getSettings(after)) : [],
    editTasks(parts, change.tasks),
    change.layout ? editLayout(parts, document.layout, after.layout) : [],
  ];
  const replacements: BlockReplacement[] = [];
  for (const part of planned) {
    if (part === undefined) return undefined;
    replacements.push(...part);
  }
  // Without `tasks` and `tests`, a text with a description would be a task. With tests alone it is a file of these.
  const isOfTests = parts.blocks.has('tests') && (after.tests !== undefined || after.description === undefined);
  if (replacements.length > 0 && change.tasks.size === 0 && !parts.blocks.has('tasks') && !isOfTests) {
    replacements.push(addEntry(parts, 'tasks', {}));
  }
  return replacements;
}

/** Whether the tasks that a change is about have blocks of their own. */
const isInBlocks = (blocks: BlockLookup, { tasks }: ModelChange): boolean =>
  [...tasks].every(([id, change]) => isInPlace(change) && blocks.has(`tasks.${id}`));

const isBlank = (text: string): boolean => /^\ufeff?(?:[ \t]*(?:#.*)?(?:\r?\n|$))*$/.test(text);

function editSettings(
  parts: TextParts,
  settings: DocumentSettings,
  changed: DocumentSettings,
): BlockReplacement[] | undefined {
  const { library: oldLibrary, ...old } = settings;
  const { library: newLibrary, ...now } = changed;
  const within = oldLibrary && newLibrary && editLibrary(parts, oldLibrary, newLibrary);
  const isDivided = within !== undefined || oldLibrary === newLibrary;
  const before = writeDocumentForm(isDivided ? old : settings);
  const after = writeDocumentForm(isDivided ? now : changed);
  const replacements: BlockReplacement[] = [...(within ?? [])];
  for (const key of new Set([...settingsShape.fields.keys(), ...Object.keys(before), ...Object.keys(after)])) {
    const was: Json | undefined = before[key];
    const value: Json | undefined = after[key];
    if (isSameInOrder(was, value)) continue;
    const replacement =
      value === undefined
        ? removeEntry(parts, key)
        : parts.blocks.has(key)
          ? changeEntry(parts, key, was ?? null, value)
          : addEntry(parts, key, value);
    if (replacement === undefined) return undefined;
    replacements.push(replacement);
  }
  return replacements;
}
