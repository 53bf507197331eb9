import { isMap } from 'yaml';
import { isSameInOrder } from '@/base/json';
import { applyModelChange, type ModelChange, type TextEdit } from '@/workflow/change';
import type { WorkflowDocument } from '@/workflow/document';
import { writeDocumentForm } from '../written-form';
import { editShared } from './edit-shared';
import { editEntry } from './edit-value';
import { nestSingleTask } from './nest-single-task';
import { parseYaml } from './parse-yaml';
import { planEdits } from './plan-edits';
import { type ReadYaml, readYaml } from './read-yaml';
import { replaceBlocks, shrinkEdit } from './replace-blocks';
import { detectStyle } from './text-parts';
import { writeForm } from './write-yaml';
import type { EditedYaml, YamlSource } from './yaml-source';

/**
 * Edits a text as a change of its document requires. Only the blocks that change are parsed and touched; comments, the
 * order of keys and the style stay, also where entries share parts by anchors. A text that has no blocks for its tasks
 * (they are in `{}`) is edited as one map. A text that is a single task becomes a workflow with that task, comments
 * included.
 * Throws if the text holds no document.
 */
export function editYaml({ source, document }: Pick<ReadYaml, 'source' | 'document'>, change: ModelChange): EditedYaml {
  if (document === undefined) throw new Error('A text with errors cannot be edited.');
  if (!source.text.endsWith('\n') && source.blocks.length > 0) {
    const closed = editYaml({ source: closeLastLine(source), document }, change);
    return { ...closed, edits: [buildWholeEdit(source.text, closed.source.text)] };
  }
  const replacements = planEdits(source, document, change);
  if (replacements) return replaceBlocks(source, replacements);
  return editShared(source, document, change) ?? rewriteText(source, document, change);
}

/** The text with a line break after its last line, so that lines can be added below it. */
function closeLastLine({ text, blocks }: YamlSource): YamlSource {
  const closed = text + detectStyle({ text, blocks }).eol;
  return {
    text: closed,
    blocks: blocks.map((block) => (block.to === text.length ? { ...block, to: closed.length } : block)),
  };
}

const buildWholeEdit = (before: string, after: string): TextEdit =>
  shrinkEdit(before, { from: 0, to: before.length, text: after });

function rewriteText(source: YamlSource, document: WorkflowDocument, change: ModelChange): EditedYaml {
  const nested = nestSingleTask(source.text, document);
  if (nested) {
    const edited = editYaml({ source: nested, document }, change);
    return { source: edited.source, edits: [buildWholeEdit(source.text, edited.source.text)] };
  }
  const edited = editWhole(source, document, change);
  const text = edited?.text ?? writeForm(writeDocumentForm(applyModelChange(document, change)));
  return { source: edited ?? readYaml(text).source, edits: [buildWholeEdit(source.text, text)] };
}

/** Edits a text whose tasks have no lines of their own, as one map. Undefined if it cannot be edited so. */
function editWhole(source: YamlSource, document: WorkflowDocument, change: ModelChange): YamlSource | undefined {
  const { root } = parseYaml(source.text);
  if (!isMap(root)) return undefined;
  const [before, after] = [document, applyModelChange(document, change)].map(writeDocumentForm);
  const text = editEntry(source.text, root, before ?? {}, after ?? {}, detectStyle(source));
  const read = text === undefined ? undefined : readYaml(text);
  return read?.document && isSameInOrder(writeDocumentForm(read.document), after) ? read.source : undefined;
}
