import { join } from 'node:path';
import { normalizeFilePath } from '@/workflow/file-path';
import type { RunJournal } from '../run-journal';
import { createBlobFiles } from './blob-files';
import { createCallFiles } from './call-index';
import { createCheckpointFiles } from './checkpoint-files';
import { createEventFiles, type SealLimits } from './event-files';
import { createExecutionFiles } from './execution-files';
import { convertFileError } from './file-error';
import { createFolderLocks } from './folder-locks';
import { createIterationFiles } from './iteration-files';
import { type RunFolder, runFolder } from './run-folder';
import { createRunUpkeep } from './run-upkeep';
import { writeWhole } from './write-whole';

/** At half of the 100 MB that may be live: while the oldest events are sealed, a fast run appends as many again. */
const ownLimits: SealLimits = { live: 50_000_000, segment: 8_000_000 };

/**
 * Opens the journal in a folder, which need not exist yet: each run has its own folder in it. `onWarning` is called
 * with what was repaired.
 */
export function openRunJournal(
  root: string,
  onWarning: (message: string) => void,
  limits: SealLimits = ownLimits,
): RunJournal {
  const { flush: flushBlobs, pathOf, ...blobs } = createBlobFiles(root);
  const { open, flush, close, headOf, follow, ...events } = createEventFiles({
    root,
    limits,
    onWarning,
    flushBlobs,
    onPart: (id) => keepStanding(id),
  });
  const { keepStanding, ...runs } = createExecutionFiles({ root, open, close, headOf, follow });
  return {
    ...runs,
    events,
    blobs,
    checkpoints: createCheckpointFiles({ root, open, flush, onSaved: keepStanding }),
    iterations: createIterationFiles(root, open),
    upkeep: createRunUpkeep(root),
    calls: createCallFiles(root),
    keepOutput: (id, name, pages) => keepOutput(runFolder(root, id), name, pages),
    payloadFile: pathOf,
    locks: createFolderLocks(root, close),
    close: () => close(),
  };
}

async function keepOutput({ outputs }: RunFolder, name: string, pages: AsyncIterable<Uint8Array>): Promise<void> {
  const path = join(outputs, normalizeFilePath(name));
  try {
    await writeWhole(path, pages);
  } catch (error) {
    throw convertFileError(error);
  }
}
