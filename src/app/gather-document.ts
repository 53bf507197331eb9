import { prepareDocument } from '@/editor/preparing';
import type { WorkflowDocument } from '@/workflow/document';
import { type DocumentPart, joinDocumentParts, type LargeDocument } from '@/workflow/document-parts';

/**
 * Puts a large document together, and derives what the editor shows of it, so that it is there when it is asked for.
 * The page answers to keys meanwhile. Undefined if a part is not there any more.
 */
export async function gatherDocument(
  large: LargeDocument,
  partAt: (index: number) => Promise<DocumentPart | undefined>,
): Promise<WorkflowDocument | undefined> {
  const whole = await joinDocumentParts(large, partAt);
  if (whole === undefined) return undefined;
  await prepareDocument(whole);
  return whole;
}
