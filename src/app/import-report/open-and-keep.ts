import { encodeJson } from '@/base/json-text';
import { makeLineVisible } from '@/base/visible-text';
import { offerUndo } from '@/editor/actions/offer-undo';
import type { AppStores } from '@/state/context';
import { closeDialog } from '@/state/view/screens';
import type { AppDialog } from '@/state/view-store';
import { attemptAction } from '@/ui/attempt';
import { notifyPerson } from '@/ui/overlay/toast';

type ForeignFile = Extract<AppDialog, { readonly name: 'foreign-file' }>;

/**
 * Opens an imported workflow, and keeps the file and the report with its first checkpoint. If it was not opened,
 * nothing is kept; `open` tells why.
 */
export async function openAndKeep(stores: AppStores, open: () => Promise<void>, file: ForeignFile): Promise<void> {
  const before = stores.document.getState().id;
  await open();
  const { id, text } = stores.document.getState();
  if (id !== before && text === file.text) await attemptAction(() => keepFile(stores, file));
}

/** Puts a newer version of a file in place of the open workflow, as one step of the edit history, and keeps it. */
export async function takeOverImport(stores: AppStores, file: ForeignFile): Promise<void> {
  const { document, view } = stores;
  await attemptAction(async () => {
    await document.actions.replace(file.text, 'Take over the newer file');
    closeDialog(view);
    notifyPerson({
      tone: 'ok',
      id: 'taken-over',
      title: 'The newer file was taken over.',
      action: offerUndo({ document }),
    });
    await document.actions.save();
    await keepFile(stores, file);
  });
}

async function keepFile({ checkpoints, document, services }: AppStores, file: ForeignFile): Promise<void> {
  const { label, original, report } = file;
  const { id, revision } = document.getState();
  const name = `Imported from ${makeLineVisible(label, 60) || 'what was pasted'}`;
  const kept = { file: label, name: file.document.name ?? '', original, report: encodeJson(report) };
  await services.workflows.keepImport(id, revision, name, { ...kept, format: report.format, reader: report.reader });
  await checkpoints.actions.load();
}
