import { isMap, type YAMLMap } from 'yaml';
import type { WorkflowDocument } from '@/workflow/document';
import { hasReferences } from './edit-value';
import { holdsAnchor } from './holds-anchor';
import { parseYaml } from './parse-yaml';
import { readEntries } from './read-yaml';
import { indentAt } from './text-lines';
import { indentLines, type TextParts, textOfBlock } from './text-parts';
import type { YamlBlock } from './yaml-source';

/** How a block is changed, and how to tell that its text says what it should. */
export interface BlockChange {
  /** Edits the text (of which `root` is the tree) piece by piece; undefined if that cannot be done. */
  readonly edit: (text: string, root: YAMLMap) => string | undefined;
  readonly says: (document: WorkflowDocument) => boolean;
}

/**
 * The text of a block after a change: edited piece by piece where the result says what it should, else written again as
 * `lines`. `above` is what must be above the block so that it can be read by itself. Undefined if neither will do.
 */
export function changeBlock(
  parts: TextParts,
  block: YamlBlock,
  above: string,
  lines: readonly string[],
  change: BlockChange,
): string | undefined {
  const text = textOfBlock(parts, block);
  const whole = above + text;
  const { root } = parseYaml(whole);
  if (!isMap(root) || holdsAnchor(text)) return undefined;
  const says = (candidate: string): boolean => {
    const read = readEntries(candidate);
    return read !== undefined && change.says(read);
  };
  // What an alias stands for is not in this block: it is written out.
  const edited = hasReferences(root) ? undefined : change.edit(whole, root);
  if (edited !== undefined && says(edited)) return edited.slice(above.length);
  const written = indentLines(parts, lines, indentAt(text, 0));
  return says(above + written) ? written : undefined;
}
