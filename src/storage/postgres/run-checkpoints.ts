import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { RunSnapshot, RunSnapshotStore } from '@/engine/ports/run-snapshot-store';
import { gunzipBytes, gzipText } from '../gzip';
import type { PostgresDatabase } from './open-database';
import { copyBytesColumn, formatSeqColumn, type Row, sendQuery, transact } from './transact';

/** How many snapshots of a run are stored. */
const maxSnapshots = 3;

/** Snapshots in PostgreSQL: each part is a row, because only one is read at a time. `now` gives ms since 1970. */
export function createRunCheckpoints(database: PostgresDatabase, now: () => number): RunSnapshotStore {
  return {
    save: (id, checkpoint) => saveRunSnapshot(database, id, checkpoint, new Date(now()).toISOString()),
    load: async (id, part, upTo = Number.POSITIVE_INFINITY) => {
      const known = 'SELECT DISTINCT seq FROM snapshots WHERE execution_id = $1 AND seq <= $2 ORDER BY seq DESC';
      const one = 'SELECT plan_hash, gzip, hash FROM snapshots WHERE execution_id = $1 AND seq = $2 AND part = $3';
      const damaged: number[] = [];
      for (const row of await sendQuery(database, known, [id, formatSeqColumn(upTo)])) {
        const seq = Number(row['seq']);
        const [stored] = await sendQuery(database, one, [id, seq, part]);
        const json = stored && (await unpackPart(stored));
        if (json !== undefined) return { found: { seq, ...json }, damaged };
        damaged.push(seq);
      }
      return { found: undefined, damaged };
    },
  };
}

async function saveRunSnapshot(
  database: PostgresDatabase,
  executionId: string,
  { seq, planHash, history, view }: RunSnapshot,
  savedAt: string,
): Promise<number> {
  const texts = { history, view };
  const parts = await Promise.all(
    (['history', 'view'] as const).map(async (part) => ({ part, packed: await gzipText(texts[part]) })),
  );
  await transact(database, async (send) => {
    for (const { part, packed } of parts) {
      await send(
        `INSERT INTO snapshots (execution_id, seq, part, plan_hash, saved_at, gzip, hash)
          VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (execution_id, seq, part) DO UPDATE
          SET plan_hash = excluded.plan_hash, saved_at = excluded.saved_at, gzip = excluded.gzip, hash = excluded.hash`,
        [executionId, seq, part, planHash, savedAt, Buffer.from(packed), bytesToHex(sha256(packed))],
      );
    }
    await send(
      `DELETE FROM snapshots WHERE execution_id = $1 AND seq NOT IN
        (SELECT DISTINCT seq FROM snapshots WHERE execution_id = $1 ORDER BY seq DESC LIMIT $2)`,
      [executionId, maxSnapshots],
    );
  });
  return parts.reduce((sum, { packed }) => sum + packed.length, 0);
}

/** The JSON of a part; undefined if it is damaged. */
async function unpackPart(row: Row): Promise<{ readonly planHash: string; readonly json: string } | undefined> {
  const packed = copyBytesColumn(row['gzip']);
  if (packed === undefined || bytesToHex(sha256(packed)) !== row['hash']) return undefined;
  try {
    const json = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await gunzipBytes(packed));
    return { planHash: String(row['plan_hash']), json };
  } catch {
    return undefined;
  }
}
