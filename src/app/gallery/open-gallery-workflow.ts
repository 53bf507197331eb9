import type { AppStores } from '@/state/context';
import { playEvents } from '@/state/time-travel';
import { createWorkflow, type Opened } from '../workflows/open-workflow';
import type { GalleryEntry } from './gallery-index';
import { loadGalleryWorkflow } from './load-gallery';

/**
 * Opens a workflow of the gallery as a new one, with its files and its recorded run, from which a run takes all
 * results. With `isPlayed` the recorded run is played. Errors: those of `loadGalleryWorkflow`, and of the stores; then
 * nothing is opened.
 */
export async function openGalleryWorkflow(stores: AppStores, entry: GalleryEntry, isPlayed = false): Promise<Opened> {
  const { text, recording, recordingPath, files } = await loadGalleryWorkflow(entry);
  const opened = await createWorkflow(stores, text, async (id) => {
    // The recording answers the tests of the workflow, which name it.
    await stores.services.files.write(id, [
      ...files,
      { path: recordingPath, content: new Uint8Array(await recording.arrayBuffer()) },
    ]);
    await stores.services.runner.importRun(id, recording);
  });
  if (opened === 'opened' && isPlayed) playEvents(stores.run, stores.services.runner);
  return opened;
}
