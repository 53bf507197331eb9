import type { Json } from '@/base/json';
import { sameInOrder } from '@/base/json';
import { applyModelChange, type ModelChange, type TextEdit } from '@/workflow/change';
import { settingsShape } from '../schema-shape';
import { writtenDocument } from '../written-form';
import { addEntry, changeEntry, removeEntry } from './edit-entries';
import { editLayout } from './edit-layout';
import { editLibrary } from './edit-library';
import { editTasks } from './edit-tasks';
import { nestSingleTask } from './nest-single-task';
import { readYaml } from './read-yaml';
import { type BlockReplacement, replaceBlocks, smallestEdit } from './replace-blocks';
import { styleOf, type TextParts } from './text-parts';
import { writeForm } from './write-yaml';
import type { YamlSource } from './yaml-source';

/**
 * Edits a text as a change of its document requires. Only the blocks that change are parsed and touched; comments, the
 * order of keys and the style stay. A text that cannot be edited by blocks (all in `{}`, anchors in what changes) is
 * written again. A text that is a single task becomes a workflow with that task, comments included. The text must hold
 * the document that the change was made for; throws if it holds none.
 */
export function editYaml(
  source: YamlSource,
  change: ModelChange,
): { readonly source: YamlSource; readonly edits: TextEdit[] } {
  if (source.blocks.length > 0 && !source.text.endsWith('\n')) {
    const closed = editYaml(closeLastLine(source), change);
    return { source: closed.source, edits: [wholeEdit(source.text, closed.source.text)] };
  }
  const replacements = planEdits(source, change);
  return replacements ? replaceBlocks(source, replacements) : rewrite(source, change);
}

/** The text with a line break after its last line, so that lines can be added below it. */
function closeLastLine({ text, blocks }: YamlSource): YamlSource {
  const closed = text + styleOf({ text, blocks }).eol;
  return {
    text: closed,
    blocks: blocks.map((block) => (block.to === text.length ? { ...block, to: closed.length } : block)),
  };
}

const wholeEdit = (before: string, after: string): TextEdit =>
  smallestEdit(before, { from: 0, to: before.length, text: after });

function planEdits(source: YamlSource, change: ModelChange): BlockReplacement[] | undefined {
  if (source.blocks.length === 0 && !isBlank(source.text)) return undefined;
  const parts: TextParts = {
    text: source.text,
    blocks: new Map(source.blocks.map((block) => [block.key, block])),
    style: styleOf(source),
  };
  const planned = [
    editSettings(parts, change.settings),
    editTasks(parts, change.tasks),
    editLayout(parts, change.layout),
  ];
  const replacements: BlockReplacement[] = [];
  for (const part of planned) {
    if (part === undefined) return undefined;
    replacements.push(...part);
  }
  // Without `tasks`, a text with a description would be a task, not a workflow.
  if (!parts.blocks.has('tasks') && replacements.length > 0 && change.tasks.size === 0) {
    replacements.push(addEntry(parts, 'tasks', {}));
  }
  return replacements;
}

const isBlank = (text: string): boolean => /^\ufeff?(?:[ \t]*(?:#.*)?(?:\r?\n|$))*$/.test(text);

function editSettings(parts: TextParts, change: ModelChange['settings']): BlockReplacement[] | undefined {
  if (change === undefined) return [];
  const { library: oldLibrary, ...old } = change.before;
  const { library: newLibrary, ...now } = change.after;
  const within = oldLibrary && newLibrary && editLibrary(parts, oldLibrary, newLibrary);
  const isDivided = within !== undefined || oldLibrary === newLibrary;
  const before = writtenDocument(isDivided ? old : change.before);
  const after = writtenDocument(isDivided ? now : change.after);
  const replacements: BlockReplacement[] = [...(within ?? [])];
  for (const key of new Set([...settingsShape.fields.keys(), ...Object.keys(before), ...Object.keys(after)])) {
    const was: Json | undefined = before[key];
    const value: Json | undefined = after[key];
    if (sameInOrder(was, value)) continue;
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

function rewrite(source: YamlSource, change: ModelChange): { source: YamlSource; edits: TextEdit[] } {
  const { document } = readYaml(source.text);
  if (document === undefined) throw new Error('A text with errors cannot be edited.');
  const nested = nestSingleTask(source.text, document);
  if (nested) {
    const edited = editYaml(nested, change);
    return { source: edited.source, edits: [wholeEdit(source.text, edited.source.text)] };
  }
  const text = writeForm(writtenDocument(applyModelChange(document, change)));
  return { source: readYaml(text).source, edits: [wholeEdit(source.text, text)] };
}
