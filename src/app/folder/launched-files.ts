import type { AppStores } from '@/state/context';
import { attemptAction } from '@/ui/attempt';
import { withFiles } from './file-system-access';
import { openFolderFile } from './open-folder-file';

/**
 * Opens files that the system hands to the installed app, such as by a double click. Each and its workflow follow each
 * other.
 */
export function takeLaunchedFiles(stores: AppStores): void {
  withFiles.launchQueue?.setConsumer(async ({ files = [] }) => {
    for (const handle of files) await attemptAction(() => openFolderFile(stores, { path: handle.name, handle }));
  });
}
