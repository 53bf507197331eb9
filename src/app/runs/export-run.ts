import type { Runner } from '@/run/runner';

/** Where the pieces of a file go. */
interface FileTarget {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Ends the file, which is then the person's. */
  close(): Promise<void>;
  /** Lets go of it; no error. */
  abort(): Promise<void>;
}

/** A file that the browser writes, where it can; it is not part of every browser. */
interface Picker {
  showSaveFilePicker?: (options: {
    readonly suggestedName: string;
    readonly types: readonly {
      readonly description: string;
      readonly accept: Readonly<Record<string, readonly string[]>>;
    }[];
  }) => Promise<{ createWritable(): Promise<FileTarget> }>;
}

/** Most bytes that are gathered before they are handed to the browser, which may keep them on disk. */
const partBytes = 8_000_000;

/**
 * Where a file of this name goes: to a place that the person chooses, or to the downloads. Must be called in a person's
 * action. Undefined if none was chosen.
 */
export async function fileTarget(
  name: string,
  save: (name: string, blob: Blob) => void,
): Promise<FileTarget | undefined> {
  const { showSaveFilePicker } = globalThis as Picker;
  if (showSaveFilePicker === undefined) return blobTarget((blob) => save(name, blob));
  try {
    const types = [{ description: 'Recording of a run', accept: { 'application/x-ndjson': ['.jsonl'] } }];
    const handle = await showSaveFilePicker({ suggestedName: name, types });
    return await handle.createWritable();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    // Not allowed here, as in a frame of another site: it is then a download.
    return blobTarget((blob) => save(name, blob));
  }
}

/** Gathers a blob out of blobs, so that the whole is never one piece of memory of the page. */
export function blobTarget(done: (blob: Blob) => void): FileTarget {
  let parts: Blob[] = [];
  let gathered: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const settle = () => {
    if (gathered.length > 0) parts.push(new Blob(gathered));
    gathered = [];
    size = 0;
  };
  return {
    write: async (bytes) => {
      gathered.push(bytes);
      size += bytes.length;
      if (size >= partBytes) settle();
    },
    close: async () => {
      settle();
      done(new Blob(parts, { type: 'application/x-ndjson' }));
    },
    abort: async () => {
      parts = [];
      gathered = [];
    },
  };
}

/**
 * Writes a run as JSONL, piece by piece; `tell` is told how many bytes there are so far. Rejects with what could not be
 * read or written.
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
