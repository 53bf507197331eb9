import type { BlobStore, EventStore } from '@/engine/ports';
import { createBlobFiles } from './blob-files';
import { createEventFiles } from './event-files';
import { createExecutionFiles, type ExecutionFiles } from './execution-files';
import { runFolder } from './run-folder';
import { type LockOwner, takeLock } from './run-lock';

/** The journal of the command line: runs in a folder, each in one of its own. */
export interface RunFiles {
  readonly executions: ExecutionFiles;
  readonly events: EventStore;
  readonly blobs: BlobStore;
  /** Sees to it that one process at a time runs an execution: gives back how to let go, or who runs it. */
  hold(executionId: string): (() => void) | LockOwner;
  /** Lets go of open files. */
  close(): void;
}

/** Opens the journal in a folder, which need not be there yet. `onWarning` is told what was mended. */
export function openRunFiles(root: string, onWarning: (message: string) => void): RunFiles {
  const { flush, ...blobs } = createBlobFiles(root);
  const { close, ...events } = createEventFiles({ root, onWarning, flushBlobs: flush });
  return {
    executions: createExecutionFiles(root, events),
    events,
    blobs,
    hold: (id) => takeLock(runFolder(root, id).lock),
    close,
  };
}
