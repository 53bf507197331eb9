import { offerUndo } from '@/editor/actions/offer-undo';
import { type AppStores, useStores } from '@/state/context';
import { copyFiles } from '@/state/copy-files';
import { attempt } from '@/ui/attempt';
import { notify } from '@/ui/overlay/toast';
import type { DocumentCheckpoint } from '@/workflow/repository';
import { fileTypes, pickFile } from '../files/pick-file';
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
    chooseFile: () => void attempt(() => chooseFile(stores)),
    rename: ({ revision }) => stores.view.setState({ dialog: { name: 'name-checkpoint', revision } }),
    restore: (checkpoint) => void attempt(() => restore(stores, checkpoint)),
    openAsNew: (checkpoint) => void attempt(() => openAsNew(stores, checkpoint)),
    remove: (checkpoint) => void attempt(() => remove(stores, checkpoint)),
  };
}

async function chooseFile({ services, view }: AppStores): Promise<void> {
  const picked = await pickFile(fileTypes);
  if (!picked) return;
  view.setState({ compareWith: { kind: 'file', file: await readWorkflowFile(services.documents, picked) } });
}

async function restore({ checkpoints, document }: AppStores, { name, revision }: DocumentCheckpoint): Promise<void> {
  await document.actions.replace(await checkpoints.actions.text(revision), `Restore ${name}`);
  notify({
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
  view.setState({ screen: 'editor' });
  await services.openAsNew(text);
  const to = document.getState().id;
  if (to !== from) await copyFiles(services.files, from, to);
}

async function remove({ checkpoints, view }: AppStores, { revision }: DocumentCheckpoint): Promise<void> {
  await checkpoints.actions.remove(revision);
  const { compareWith } = view.getState();
  if (compareWith?.kind === 'checkpoint' && compareWith.revision === revision)
    view.setState({ compareWith: undefined });
}
