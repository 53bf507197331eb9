import type { StoreApi } from 'zustand/vanilla';
import { toFailure } from '@/base/errors';
import { listTaskIds } from '@/workflow/document';
import type { StoredWorkflow, WorkflowRepository } from '@/workflow/repository';
import type { DocumentState } from './document-state';
import { saveHistory } from './edit-history';
import { findEditsSince, type Unsaved } from './unsaved';

/** Texts of the open workflow that the storage has, or will have soon. */
export interface SavedTexts {
  text: string;
  next: string | undefined;
  /** Unsaved state of an earlier visit, whose last save may still arrive. */
  left?: Unsaved | undefined;
}

/** The part of the repository that the store needs. */
export type TextRepository = Pick<WorkflowRepository, 'load' | 'save'>;

/** Saves the text once all edits are in it. Edits that never reach the text are not reported as saved. */
export async function saveNow(
  store: StoreApi<DocumentState>,
  repository: TextRepository,
  stored: SavedTexts,
  until: (isWanted: (state: DocumentState) => boolean) => Promise<void>,
): Promise<void> {
  await until(({ sync }) => sync !== 'writing');
  const { id, text, document, past, future, revision, saved, unwritten } = store.getState();
  // The text without the last edits differs from what the person sees, so it must not be saved.
  if (saved.status === 'saved' || id === '' || unwritten.length > 0) return;
  store.setState({ saved: { status: 'saving' } });
  stored.next = text;
  try {
    const next = await repository.save({
      id,
      name: document.name ?? 'Untitled',
      taskCount: listTaskIds(document).length,
      text,
      history: saveHistory({ past, future }),
      basedOn: revision,
    });
    const now = store.getState();
    if (now.id !== id) return;
    stored.text = text;
    stored.left = undefined;
    const isAll = now.text === text && now.unwritten.length === 0;
    store.setState({ revision: next, saved: { status: isAll ? 'saved' : 'unsaved' } });
  } catch (error) {
    const arrived = await findLastSave(repository, id, revision, stored).catch(() => undefined);
    if (store.getState().id !== id) return;
    if (arrived === undefined) return store.setState({ saved: { status: 'failed', failure: toFailure(error) } });
    stored.text = arrived.text;
    stored.left = undefined;
    store.setState({ revision: arrived.revision, saved: { status: 'unsaved' } });
  } finally {
    stored.next = undefined;
  }
}

/** The last save of an earlier visit, if it arrived after the workflow was opened again. */
async function findLastSave(
  repository: TextRepository,
  id: string,
  revision: number,
  { left }: SavedTexts,
): Promise<StoredWorkflow | undefined> {
  const now = left && (await repository.load(id));
  return now && now.revision > revision && findEditsSince(left, now.revision, now.text) ? now : undefined;
}
