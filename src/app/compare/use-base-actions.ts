import { offerUndo } from '@/editor/actions/offer-undo';
import { workflowEndings } from '@/formats/notation';
import { type AppStores, useStores } from '@/state/context';
import { copyFiles } from '@/state/copy-files';
import { openDialog, openScreen } from '@/state/view/screens';
import { attemptAction } from '@/ui/attempt';
import { notifyPerson } from '@/ui/overlay/toast';
import type { DocumentCheckpoint } from '@/workflow/repository';
import { pickFile } from '../files/pick-file';
import { readWorkflowFile } from '../files/read-file';

/** Actions on the base of a comparison. Each shows its own errors. */
export interface BaseActions {
  /** Asks for a file, and compares with it. */
  chooseFile(): void;
  rename(checkpoint: DocumentCheckpoint): void;
  /** Replaces the open document with it, as one step of the edit history. */
  restore(checkpoint: DocumentCheckpoint): void;
  openAsNew(checkpoint: DocumentCheckpoint): void;
  remove(checkpoint: DocumentCheckpoint): void;
}

/** The actions on the stores of the page. */
export function useBaseActions(): BaseActions {
  const stores = useStores();
  return {
    chooseFile: () => void attemptAction(() => chooseFile(stores)),
    rename: ({ revision }) => openDialog(stores.view, { name: 'name-checkpoint', revision }),
    restore: (checkpoint) => void attemptAction(() => restoreCheckpoint(stores, checkpoint)),
    openAsNew: (checkpoint) => void attemptAction(() => openAsNew(stores, checkpoint)),
    remove: (checkpoint) => void attemptAction(() => removeCheckpoint(stores, checkpoint)),
  };
}

async function chooseFile({ services, view }: AppStores): Promise<void> {
  const picked = await pickFile(workflowEndings);
  if (!picked) return;
  const file = await readWorkflowFile(services.documents, picked);
  openScreen(view, { at: 'compare', with: { kind: 'file', file } });
}

async function restoreCheckpoint(
  { checkpoints, document }: AppStores,
  { name, revision }: DocumentCheckpoint,
): Promise<void> {
  await document.actions.replace(await checkpoints.actions.text(revision), `Restore ${name}`);
  notifyPerson({
    tone: 'ok',
    id: 'restored',
    title: `Restored “${name}”.`,
    action: offerUndo({ document }),
  });
}

async function openAsNew(stores: AppStores, { revision }: DocumentCheckpoint): Promise<void> {
  const { checkpoints, document, services, view } = stores;
  const from = document.getState().id;
  const text = await checkpoints.actions.text(revision);
  // The canvas comes first, because the browser's back button returns to it.
  openScreen(view, { at: 'editor' });
  await services.openAsNew(text);
  const to = document.getState().id;
  if (to !== from) await copyFiles(services.files, from, to);
}

async function removeCheckpoint({ checkpoints, view }: AppStores, { revision }: DocumentCheckpoint): Promise<void> {
  await checkpoints.actions.remove(revision);
  const { screen } = view.getState();
  const base = screen.at === 'compare' ? screen.with : undefined;
  if (base?.kind === 'checkpoint' && base.revision === revision) openScreen(view, { at: 'compare' });
}
