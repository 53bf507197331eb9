import { encodeJson } from '@/base/json-text';
import { makeLineVisible } from '@/base/visible-text';
import { offerUndo } from '@/editor/actions/offer-undo';
import type { ForeignFlow } from '@/formats/import-file';
import type { AppStores } from '@/state/context';
import { closeDialog } from '@/state/view/screens';
import { attemptAction } from '@/ui/attempt';
import { notifyPerson } from '@/ui/overlay/toast';
import { laterPart } from '../later-part';
import type { WorkflowUseCases } from '../workflows/workflow-use-cases';

/**
 * Opens an imported workflow with the files that came with it, and keeps the file and the report with its first
 * checkpoint. Its id; undefined: it was not opened, a message tells why, and nothing is kept.
 */
export async function openAndKeep(
  stores: AppStores,
  { text }: Pick<WorkflowUseCases, 'text'>,
  file: ForeignFlow,
): Promise<string | undefined> {
  const before = stores.document.getState().id;
  const files = file.files.map(({ path, content }) => ({ path, size: content.length, read: async () => content }));
  await text(file.text, async (id) => (await laterPart.load()).storeFiles(stores, id, files));
  const { id, text: opened } = stores.document.getState();
  if (id === before || opened !== file.text) return undefined;
  await attemptAction(() => keepFile(stores, file));
  return id;
}

/** Puts a newer version of a file in place of the open workflow, as one step of the edit history, and keeps it. */
export async function takeOverImport(stores: AppStores, file: ForeignFlow): Promise<void> {
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

async function keepFile({ checkpoints, document, services }: AppStores, file: ForeignFlow): Promise<void> {
  const { label, original, report } = file;
  const { id, revision } = document.getState();
  const name = `Imported from ${makeLineVisible(label, 60) || 'what was pasted'}`;
  const kept = { file: label, name: file.document.name ?? '', original, report: encodeJson(report) };
  await services.workflows.keepImport(id, revision, name, { ...kept, format: report.format, reader: report.reader });
  await checkpoints.actions.load();
}
