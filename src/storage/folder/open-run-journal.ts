import { join } from 'node:path';
import { filePath } from '@/workflow/file-path';
import { interimEvents, interimIterations, interimUpkeep } from '../interim-stores';
import { createMemoryCheckpoints } from '../memory/run-checkpoints';
import type { RunJournal } from '../run-journal';
import { createBlobFiles } from './blob-files';
import { createEventFiles } from './event-files';
import { createExecutionFiles } from './execution-files';
import { fileError } from './file-error';
import { type RunFolder, runFolder } from './run-folder';
import { takeLock } from './run-lock';
import { writeWhole } from './write-whole';

/**
 * Opens the journal in a folder, which need not be there yet: each run has a folder of its own in it. `onWarning` is told what was
 * mended.
 */
export function openRunJournal(root: string, onWarning: (message: string) => void): RunJournal {
  const { flush, pathOf, ...blobs } = createBlobFiles(root);
  const { close, ...files } = createEventFiles({ root, onWarning, flushBlobs: flush });
  const events = interimEvents(files);
  return {
    ...createExecutionFiles(root, events),
    events,
    blobs,
    checkpoints: createMemoryCheckpoints(),
    iterations: interimIterations(events),
    upkeep: interimUpkeep,
    keepOutput: (id, name, pages) => keepOutput(runFolder(root, id), name, pages),
    payloadFile: pathOf,
    hold: (id) => takeLock(runFolder(root, id).lock),
    close,
  };
}

async function keepOutput({ outputs }: RunFolder, name: string, pages: AsyncIterable<Uint8Array>): Promise<void> {
  const path = join(outputs, filePath(name));
  try {
    await writeWhole(path, pages);
  } catch (error) {
    throw fileError(error);
  }
}
