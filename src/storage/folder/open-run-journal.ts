import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filePath } from '@/workflow/file-path';
import type { RunJournal } from '../run-journal';
import { createBlobFiles } from './blob-files';
import { createEventFiles } from './event-files';
import { createExecutionFiles } from './execution-files';
import { fileError } from './file-error';
import { type RunFolder, runFolder } from './run-folder';
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
    keepOutput: (id, name, text) => keepOutput(runFolder(root, id), name, text),
    hold: (id) => takeLock(runFolder(root, id).lock),
    close,
  };
}

async function keepOutput({ outputs }: RunFolder, name: string, text: string): Promise<void> {
  const path = join(outputs, filePath(name));
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (error) {
    throw fileError(error);
  }
}
