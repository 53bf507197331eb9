import type { AppStores } from '@/state/context';
import { createWorkflow, type Opened } from '../workflows/open-workflow';
import type { GalleryEntry } from './gallery-index';
import { loadGalleryWorkflow } from './load-gallery';

/**
 * Opens a workflow of the gallery as a new one, with its files and its recorded run, from which a run takes all
 * results. Errors: those of `loadGalleryWorkflow`, and of the stores; then nothing is opened.
 */
export async function openGalleryWorkflow(stores: AppStores, entry: GalleryEntry): Promise<Opened> {
  const { text, recording, files } = await loadGalleryWorkflow(entry);
  return createWorkflow(stores, text, async (id) => {
    if (files.length > 0) await stores.services.files.write(id, files);
    await stores.services.runner.importRun(id, recording);
  });
}
