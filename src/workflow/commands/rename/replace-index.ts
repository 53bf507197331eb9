import type { Result } from '@/base/result';
import type { WorkflowDocument } from '../../document';
import type { EditRefusal } from '../edit-refusal';
import { updateSettings } from '../update-settings';

/** Arguments of {@link replaceIndex}. */
export interface ReplaceIndex {
  /** The whole index: text about a file by its absolute path. */
  readonly index: Readonly<Record<string, string>>;
}

/**
 * Replaces the memory index, which is always replaced as a whole (language page, section 2). An empty index is left
 * out.
 */
export function replaceIndex(
  document: WorkflowDocument,
  { index }: ReplaceIndex,
): Result<WorkflowDocument, EditRefusal> {
  const { index: _before, ...others } = document.memory ?? {};
  const memory = Object.keys(index).length === 0 ? others : { ...others, index };
  return updateSettings(document, { patch: { memory: Object.keys(memory).length === 0 ? undefined : memory } });
}
