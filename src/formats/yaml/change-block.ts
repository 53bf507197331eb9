import { isMap, type YAMLMap } from 'yaml';
import type { WorkflowDocument } from '@/workflow/document';
import { hasReferences } from './edit-value';
import { parseYaml } from './parse-yaml';
import { readEntries } from './read-yaml';
import { indentAt } from './text-lines';
import { getBlockText, indentLines, type TextParts } from './text-parts';
import type { YamlBlock } from './yaml-source';

/** How to change a block, and how to check that the result says what it should. */
export interface BlockChange {
  /** Edits the text (`root` is its tree) piece by piece; undefined if that is not possible. */
  readonly edit: (text: string, root: YAMLMap) => string | undefined;
  readonly says: (document: WorkflowDocument) => boolean;
}

/**
 * The text of a block after a change: edited piece by piece if the result is right, otherwise written again as `lines`.
 * `above` is the text that must come before the block so that it can be read alone. Undefined if neither works, or if
 * the block shares parts with others and may not keep that.
 */
export function changeBlock(
  parts: TextParts,
  block: YamlBlock,
  above: string,
  lines: readonly string[],
  change: BlockChange,
): string | undefined {
  const text = getBlockText(parts, block);
  const whole = above + text;
  const { root } = parseYaml(whole);
  if (!isMap(root)) return undefined;
  if (hasReferences(root)) return parts.keepsReferences ? change.edit(whole, root)?.slice(above.length) : undefined;
  const says = (candidate: string): boolean => {
    const read = readEntries(candidate);
    return read !== undefined && change.says(read);
  };
  const edited = change.edit(whole, root);
  if (edited !== undefined && says(edited)) return edited.slice(above.length);
  const written = indentLines(parts, lines, indentAt(text, 0));
  return says(above + written) ? written : undefined;
}
