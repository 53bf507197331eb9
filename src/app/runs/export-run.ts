import type { Runner } from '@/run/runner';

/** The destination of a file's pieces. */
interface FileTarget {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Completes the file. */
  close(): Promise<void>;
  /** Discards it without an error. */
  abort(): Promise<void>;
}

/** A file picker for saving, which not every browser has. */
interface Picker {
  showSaveFilePicker?: (options: {
    readonly suggestedName: string;
    readonly types: readonly {
      readonly description: string;
      readonly accept: Readonly<Record<string, readonly string[]>>;
    }[];
  }) => Promise<{ createWritable(): Promise<FileTarget> }>;
}

/** The most bytes gathered before they become a blob, which the browser can keep on disk. */
const partBytes = 8_000_000;

/**
 * The destination of a file of this name: a file that the person chooses, or the downloads. Must be called in a
 * person's action. Undefined if none was chosen.
 */
export async function openFileTarget(
  name: string,
  save: (name: string, blob: Blob) => void,
): Promise<FileTarget | undefined> {
  const { showSaveFilePicker } = globalThis as Picker;
  if (showSaveFilePicker === undefined) return createBlobTarget((blob) => save(name, blob));
  try {
    const types = [{ description: 'Recording of a run', accept: { 'application/x-ndjson': ['.jsonl'] } }];
    const handle = await showSaveFilePicker({ suggestedName: name, types });
    return await handle.createWritable();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    // The picker is not allowed here, as in a frame of another site: the file becomes a download.
    return createBlobTarget((blob) => save(name, blob));
  }
}

/** Joins blobs into one, so that the whole file is never one piece of the page's memory. */
export function createBlobTarget(done: (blob: Blob) => void): FileTarget {
  let parts: Blob[] = [];
  let gathered: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const settleBlobs = () => {
    if (gathered.length > 0) parts.push(new Blob(gathered));
    gathered = [];
    size = 0;
  };
  return {
    write: async (bytes) => {
      gathered.push(bytes);
      size += bytes.length;
      if (size >= partBytes) settleBlobs();
    },
    close: async () => {
      settleBlobs();
      done(new Blob(parts, { type: 'application/x-ndjson' }));
    },
    abort: async () => {
      parts = [];
      gathered = [];
    },
  };
}

/**
 * Writes a run as JSONL, piece by piece, and calls `tell` with the number of bytes so far. Rejects if something cannot
 * be read or written.
 */
export async function writeRun(
  runner: Pick<Runner, 'exportRun'>,
  executionId: string,
  withPayloads: boolean,
  target: FileTarget,
  tell: (bytes: number) => void = () => {},
): Promise<void> {
  let written = 0;
  try {
    for (let next: string | undefined; ; ) {
      const piece = await runner.exportRun(executionId, withPayloads, next);
      await target.write(piece.bytes);
      written += piece.bytes.length;
      tell(written);
      if (piece.next === null) break;
      next = piece.next;
    }
    await target.close();
  } catch (error) {
    await target.abort().catch(() => undefined);
    throw error;
  }
}
