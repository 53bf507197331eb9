import { maxWorkflowBytes } from '@/formats/limits';
import type { AppStores } from '@/state/context';
import { refuseLarge } from '../files/refuse-file';
import { createWorkflow, type Opened, openWorkflow } from '../workflows/open-workflow';
import { linkTo, putLink } from './file-links';
import { followOpenFile } from './follow-files';
import type { FolderFile } from './list-workflow-files';

/**
 * Opens a workflow of a folder so that it and its file follow each other: the one that followed the file before, else a
 * new one. Throws `FILE_REFUSED`, and errors of the file system.
 */
export async function openFolderFile(stores: AppStores, { path, handle, folder }: FolderFile): Promise<Opened> {
  const file = await handle.getFile();
  if (file.size > maxWorkflowBytes) throw refuseLarge(`“${path}”`);
  const link = await linkTo(handle);
  if (link !== undefined) {
    const opened = await openWorkflow(stores, link.id);
    if (opened === 'opened') await followOpenFile(stores);
    if (opened !== 'missing') return opened;
  }
  const text = await file.text();
  const opened = await createWorkflow(stores, text);
  if (opened !== 'opened') return opened;
  await putLink({ id: stores.document.getState().id, handle, folder, path, base: text });
  await followOpenFile(stores);
  return opened;
}
