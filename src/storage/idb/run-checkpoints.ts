import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { RunSnapshot, RunSnapshotStore } from '@/engine/ports/run-snapshot-store';
import { gunzipBytes, gzipText } from '../gzip';
import { recordSchemas, type SnapshotRecord } from '../records';
import type { HeddleDatabase } from './open-database';
import { updateRunHead } from './run-head-record';
import { createKeysRange, transact } from './transact';

/** How many snapshots of a run are stored. */
const maxSnapshots = 3;

/** Snapshots in IndexedDB: each part is a record, because only one is read at a time. `now` gives ms since 1970. */
export function createRunCheckpoints(database: HeddleDatabase, now: () => number): RunSnapshotStore {
  return {
    save: (id, checkpoint) => saveRunSnapshot(database, id, checkpoint, new Date(now()).toISOString()),
    load: async (id, part, upTo = Number.POSITIVE_INFINITY) => {
      const keys = await transact(database, ['checkpoints'], 'readonly', (tx) =>
        tx.store.getAllKeys(IDBKeyRange.bound([id], [id, upTo, []])),
      );
      const seqs = [...new Set(keys.map(([, seq]) => seq))];
      const damaged: number[] = [];
      for (const seq of seqs.reverse()) {
        const value: unknown = await transact(database, ['checkpoints'], 'readonly', (tx) =>
          tx.store.get([id, seq, part]),
        );
        const json = await unpackPart(value);
        if (json !== undefined) return { found: { seq, ...json }, damaged };
        damaged.push(seq);
      }
      return { found: undefined, damaged };
    },
  };
}

async function saveRunSnapshot(
  database: HeddleDatabase,
  executionId: string,
  { seq, planHash, history, view }: RunSnapshot,
  savedAt: string,
): Promise<number> {
  const pack = async (part: SnapshotRecord['part'], json: string): Promise<SnapshotRecord> => {
    const packed = await gzipText(json);
    return { executionId, seq, part, planHash, savedAt, gzip: packed, hash: bytesToHex(sha256(packed)) };
  };
  // Compressed first: awaiting that inside the transaction would close it.
  const parts = await Promise.all([pack('history', history), pack('view', view)]);
  const bytes = parts.reduce((sum, part) => sum + part.gzip.length, 0);
  await transact(database, ['checkpoints', 'executions'], 'readwrite', async (tx) => {
    const records = tx.objectStore('checkpoints');
    await Promise.all(parts.map((part) => records.put(part)));
    const seqs = [
      ...new Set((await records.getAllKeys(createKeysRange(executionId))).map(([, otherSeq]) => otherSeq)),
    ].slice(-maxSnapshots);
    await records.delete(IDBKeyRange.bound([executionId], [executionId, seqs[0] ?? 0], false, true));
    await updateRunHead(tx, executionId, (stored) => {
      const others = stored.checkpoints.filter(([otherSeq]) => otherSeq !== seq && seqs.includes(otherSeq));
      return { ...stored, checkpoints: [...others, [seq, bytes]] };
    });
  });
  return bytes;
}

/** The JSON of a part; undefined if it is damaged. */
async function unpackPart(value: unknown): Promise<{ readonly planHash: string; readonly json: string } | undefined> {
  const record = recordSchemas.checkpoint.safeParse(value);
  if (!record.success) return undefined;
  const { gzip: packed, hash, planHash } = record.data;
  if (bytesToHex(sha256(packed)) !== hash) return undefined;
  try {
    return { planHash, json: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await gunzipBytes(packed)) };
  } catch {
    return undefined;
  }
}
