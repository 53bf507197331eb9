import { applyModelChange, type ModelChange, type TextEdit } from '@/workflow/change';
import { writeDocumentForm } from '../written-form';
import { editShared } from './edit-shared';
import { nestSingleTask } from './nest-single-task';
import { planEdits } from './plan-edits';
import { readYaml } from './read-yaml';
import { replaceBlocks, shrinkEdit } from './replace-blocks';
import { detectStyle } from './text-parts';
import { writeForm } from './write-yaml';
import type { EditedYaml, YamlSource } from './yaml-source';

/**
 * Edits a text as a change of its document requires. Only the blocks that change are parsed and touched; comments, the
 * order of keys and the style stay, also where entries share parts by anchors. A text that cannot be edited by blocks
 * (all in `{}`) is written again. A text that is a single task becomes a workflow with that task, comments included.
 * The text must hold
 * the document that the change was made for; throws if it holds none.
 */
export function editYaml(source: YamlSource, change: ModelChange): EditedYaml {
  if (!source.text.endsWith('\n') && source.blocks.length > 0) {
    const closed = editYaml(closeLastLine(source), change);
    return { ...closed, edits: [buildWholeEdit(source.text, closed.source.text)] };
  }
  const replacements = planEdits(source, change);
  if (replacements) return replaceBlocks(source, replacements);
  return editShared(source, change) ?? rewriteText(source, change);
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

function rewriteText(source: YamlSource, change: ModelChange): EditedYaml {
  const { document } = readYaml(source.text);
  if (document === undefined) throw new Error('A text with errors cannot be edited.');
  const nested = nestSingleTask(source.text, document);
  if (nested) {
    const edited = editYaml(nested, change);
    return { source: edited.source, edits: [buildWholeEdit(source.text, edited.source.text)] };
  }
  const text = writeForm(writeDocumentForm(applyModelChange(document, change)));
  return { source: readYaml(text).source, edits: [buildWholeEdit(source.text, text)] };
}
