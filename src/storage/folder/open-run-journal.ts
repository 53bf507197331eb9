import type { RunJournal } from '../run-journal';
import { createBlobFiles } from './blob-files';
import { createEventFiles } from './event-files';
import { createExecutionFiles } from './execution-files';
import { runFolder } from './run-folder';
import { takeLock } from './run-lock';

/**
 * Opens the journal in a folder, which need not be there yet: each run has a folder of its own in it. `onWarning` is told what was
 * mended.
 */
export function openRunJournal(root: string, onWarning: (message: string) => void): RunJournal {
  const { flush, ...blobs } = createBlobFiles(root);
  const { close, ...events } = createEventFiles({ root, onWarning, flushBlobs: flush });
  return {
    ...createExecutionFiles(root, events),
    events,
    blobs,
    hold: (id) => takeLock(runFolder(root, id).lock),
    close,
  };
}
