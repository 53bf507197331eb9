import { readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import type { RunSnapshot, RunSnapshotPart, RunSnapshotStore } from '@/engine/ports/run-snapshot-store';
import { buildCheckpointPath, listCheckpoints } from './checkpoint-names';
import { performOnLog } from './event-files';
import { convertFileError, isMissing } from './file-error';
import { fromLine, toLine } from './log-line';
import type { LogParts } from './log-parts';
import { runFolder } from './run-folder';
import { writeFlushed } from './write-whole';

const pack = promisify(gzip);
const unpack = promisify(gunzip);
/** How many snapshots of a run are stored. */
const maxSnapshots = 3;

const size = z.number().int().min(0);
const headSchema = z.strictObject({
  version: z.literal(1),
  seq: z.number().int().min(1),
  planHash: z.string(),
  /** Bytes of the two parts, which follow each other. */
  history: size,
  view: size,
});

interface CheckpointFilesOptions {
  readonly root: string;
  /** Flushes the log of a run: a snapshot must not contain events that a power failure could lose. */
  readonly flush: (executionId: string) => Promise<void>;
  readonly open: (executionId: string) => LogParts;
  /** Called when a snapshot is stored. */
  readonly onSaved: (executionId: string) => Promise<void>;
}

/**
 * Snapshots as files: gzip, whose checksum detects damage, of a line that describes the snapshot, then its two parts. A
 * file is flushed before it is renamed to its name, so it exists only if it is complete.
 */
export function createCheckpointFiles({ root, open, flush, onSaved }: CheckpointFilesOptions): RunSnapshotStore {
  const getFolder = (id: string) => runFolder(root, id).checkpoints;

  async function saveSnapshot(id: string, checkpoint: RunSnapshot): Promise<number> {
    await flush(id);
    const bytes = await pack(toBytes(checkpoint));
    await writeFlushed(buildCheckpointPath(getFolder(id), checkpoint.seq), bytes);
    for (const { path } of listCheckpoints(getFolder(id)).slice(maxSnapshots)) await rm(path, { force: true });
    await onSaved(id);
    return bytes.length;
  }

  async function loadPart(id: string, part: 'history' | 'view', upTo: number): ReturnType<RunSnapshotStore['load']> {
    const damaged: number[] = [];
    const last = await performOnLog(open, id, async (log) => log.last);
    for (const { path, seq } of listCheckpoints(getFolder(id))) {
      if (seq > upTo) continue;
      // A snapshot of events that are not in the log: the end of the log was lost.
      const found = seq > last ? undefined : await readSnapshotPart(path, seq, part);
      if (found !== undefined) return { found, damaged };
      damaged.push(seq);
    }
    return { found: undefined, damaged };
  }

  const explainErrors = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => Promise.reject(convertFileError(error)));
  return {
    save: (id, checkpoint) => explainErrors(saveSnapshot(id, checkpoint)),
    load: (id, part, upTo = Number.POSITIVE_INFINITY) => explainErrors(loadPart(id, part, upTo)),
  };
}

function toBytes({ seq, planHash, history, view }: RunSnapshot): Buffer {
  const parts = [Buffer.from(history), Buffer.from(view)] as const;
  const head = { version: 1, seq, planHash, history: parts[0].length, view: parts[1].length };
  return Buffer.concat([Buffer.from(toLine(head)), ...parts]);
}

/** Undefined if it is damaged or was written by another version. */
async function readSnapshotPart(
  path: string,
  seq: number,
  part: 'history' | 'view',
): Promise<RunSnapshotPart | undefined> {
  const packed = await readFile(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  const bytes = packed && (await unpack(packed).catch(() => undefined));
  if (bytes === undefined) return undefined;
  const historyStart = bytes.indexOf(0x0a) + 1;
  const head = headSchema.safeParse(fromLine(bytes.subarray(0, Math.max(0, historyStart - 1)))).data;
  if (head?.seq !== seq || bytes.length !== historyStart + head.history + head.view) return undefined;
  const viewStart = historyStart + head.history;
  const json = part === 'history' ? bytes.toString('utf8', historyStart, viewStart) : bytes.toString('utf8', viewStart);
  return { seq, planHash: head.planHash, json };
}
