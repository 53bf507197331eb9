import { listTaskIds } from '@/workflow/document';
import type { WorkflowRepository } from '@/workflow/repository';
import type { DocumentState } from './document-state';
import { saveHistory } from './edit-history';
import { findEditsSince } from './unsaved';

/** The part of the repository that the store needs. */
export type TextRepository = Pick<WorkflowRepository, 'load' | 'save'>;

/** A text as it is stored now. */
interface Stored {
  readonly text: string;
  readonly revision: number;
}

/**
 * Stores the text of a state as the revision after its own. Resolves to what is stored then: another text, if the last
 * save of an earlier visit arrived after the workflow was opened again. Errors: those of `WorkflowRepository.save`.
 */
export async function saveText(repository: TextRepository, state: DocumentState): Promise<Stored> {
  const { id, text, document, past, future, revision: basedOn } = state;
  const name = document.name ?? 'Untitled';
  const taskCount = listTaskIds(document).length;
  try {
    const history = saveHistory({ past, future });
    return { text, revision: await repository.save({ id, name, taskCount, text, history, basedOn }) };
  } catch (error) {
    const arrived = await findLastSave(repository, state).catch(() => undefined);
    if (arrived === undefined) throw error;
    return arrived;
  }
}

async function findLastSave(
  repository: TextRepository,
  { id, revision, stored: { left } }: DocumentState,
): Promise<Stored | undefined> {
  const now = left && (await repository.load(id));
  return now && now.revision > revision && findEditsSince(left, now.revision, now.text) ? now : undefined;
}
