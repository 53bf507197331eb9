import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError, fromFailure } from '@/base/errors';
import type { DocumentCheckpoint, WorkflowRepository } from '@/workflow/repository';
import type { DocumentStore } from './document-store';

/** The named states of the open workflow, if loaded. */
export interface CheckpointState {
  /** Newest first; undefined until they have been loaded. */
  readonly checkpoints: readonly DocumentCheckpoint[] | undefined;
}

/** Actions on named states. Every rejection is an `AppError`, including those of the repository. */
export interface CheckpointActions {
  /** Loads the named states of the open workflow. */
  load(): Promise<void>;
  /** Saves the workflow and names this state, unless it already has a name. */
  make(): Promise<{ readonly checkpoint: DocumentCheckpoint; readonly isNew: boolean }>;
  rename(revision: number, name: string): Promise<void>;
  /** Removes the name. */
  remove(revision: number): Promise<void>;
  /** The text of a named state. */
  text(revision: number): Promise<string>;
}

export type NamedRevisionStore = StoreApi<CheckpointState> & { readonly actions: CheckpointActions };

/** Makes the store of the named states of the open workflow. */
export function createCheckpointStore(document: DocumentStore, workflows: WorkflowRepository): NamedRevisionStore {
  const store = createStore<CheckpointState>(() => ({ checkpoints: undefined }));
  const openId = () => document.getState().id;
  document.subscribe((state, before) => state.id !== before.id && store.setState({ checkpoints: undefined }));

  const loadCheckpoints = async (): Promise<readonly DocumentCheckpoint[]> => {
    const id = openId();
    const checkpoints = await workflows.checkpoints(id);
    if (id === openId()) store.setState({ checkpoints });
    return checkpoints;
  };

  const name = async (revision: number, next: string | undefined): Promise<void> => {
    const found = await workflows.nameRevision(openId(), revision, next);
    await loadCheckpoints();
    if (!found) throw createGoneError();
  };

  const actions: CheckpointActions = {
    load: async () => void (await loadCheckpoints()),
    async make() {
      await document.actions.settled();
      await document.actions.save();
      const { revision, saved } = document.getState();
      if (saved.status === 'failed') throw fromFailure(saved.failure);
      const existing = await loadCheckpoints();
      const alreadyNamed = existing.find((checkpoint) => checkpoint.revision === revision);
      if (alreadyNamed) return { checkpoint: alreadyNamed, isNew: false };
      await name(revision, createNextName(existing));
      const created = store.getState().checkpoints?.find((checkpoint) => checkpoint.revision === revision);
      if (!created) throw createGoneError();
      return { checkpoint: created, isNew: true };
    },
    rename: name,
    remove: (revision) => name(revision, undefined),
    async text(revision) {
      const text = await workflows.textOf(openId(), revision);
      if (text === undefined) throw createGoneError();
      return text;
    },
  };
  return Object.assign(store, { actions });
}

/** `Checkpoint 3`: one more than the highest number in use. */
function createNextName(checkpoints: readonly DocumentCheckpoint[]): string {
  const numbers = checkpoints.map((checkpoint) => Number(/^Checkpoint (\d+)$/.exec(checkpoint.name)?.[1] ?? 0));
  return `Checkpoint ${Math.max(checkpoints.length, ...numbers) + 1}`;
}

function createGoneError(): AppError {
  return new AppError('STALE_SAVE', 'This checkpoint no longer exists.', {
    advice: 'It was removed in another tab. What is open was not changed.',
  });
}
