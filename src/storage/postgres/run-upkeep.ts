import { unfinishedStatuses } from '@/run/is-unfinished';
import type { RunLocks } from '../run-locks';
import { buildOrphan, type Orphan, type Remains, type RunUpkeep } from '../stores';
import { deleteExecutions } from './execution-store';
import type { PostgresDatabase } from './open-database';
import { sendQuery, transact } from './transact';

/** Bytes of the rows of each run, by table. */
const bytesOfParts = `
  SELECT execution_id, octet_length(summary) + octet_length(json) AS bytes FROM events
  UNION ALL SELECT execution_id, octet_length(record) FROM set_aside
  UNION ALL SELECT execution_id, octet_length(gzip) FROM snapshots
  UNION ALL SELECT execution_id, octet_length(event) FROM iterations
  UNION ALL SELECT execution_id, coalesce(octet_length(gzip), 0) + coalesce(octet_length(record), 0) FROM blobs
  UNION ALL SELECT execution_id, octet_length(data) FROM blob_pages
  UNION ALL SELECT execution_id, octet_length(record) FROM sources`;

/** Pages without a payload, of runs that have ended: those of others may still be written. */
const unfinishedUploads = `
  SELECT p.execution_id, p.upload, sum(octet_length(p.data))::float8 AS bytes FROM blob_pages p
  JOIN executions e ON e.id = p.execution_id AND NOT e.status = ANY($1::text[])
  WHERE NOT EXISTS (SELECT 1 FROM blobs b WHERE b.execution_id = p.execution_id AND b.upload = p.upload)
  GROUP BY 1, 2`;

/** The space that runs take in PostgreSQL, before it packs it. A run that a process holds is none of the orphans. */
export function createRunUpkeep(database: PostgresDatabase, locks: Pick<RunLocks, 'holder' | 'hold'>): RunUpkeep {
  async function findHeadless(): Promise<readonly Remains[]> {
    const headless = await sendQuery(
      database,
      `SELECT execution_id, sum(bytes)::float8 AS bytes FROM (${bytesOfParts}) parts
        WHERE NOT EXISTS (SELECT 1 FROM executions e WHERE e.id = parts.execution_id) GROUP BY 1 ORDER BY 1`,
    );
    const found: Remains[] = headless.map((row) => ({
      executionId: String(row['execution_id']),
      bytes: Number(row['bytes']),
    }));
    const uploads = new Map<string, { readonly uploads: string[]; bytes: number }>();
    for (const row of await sendQuery(database, unfinishedUploads, [[...unfinishedStatuses]])) {
      const executionId = String(row['execution_id']);
      const of = uploads.get(executionId) ?? { uploads: [], bytes: 0 };
      of.uploads.push(String(row['upload']));
      of.bytes += Number(row['bytes']);
      uploads.set(executionId, of);
    }
    const all = [...found, ...[...uploads].map(([executionId, of]) => ({ executionId, ...of }))];
    const holders = await Promise.all(all.map(({ executionId }) => locks.holder(executionId)));
    return all.filter((_, index) => holders[index] === undefined);
  }

  /** Looks again once it holds the run, when no other process can write there. Resolves to whether there was any. */
  async function removeRemains({ executionId, uploads }: Remains): Promise<boolean> {
    const hold = await locks.hold(executionId);
    if (!hold.ok) return false;
    try {
      return await transact(database, async (send) => {
        if (uploads !== undefined) {
          const gone = await send(
            `DELETE FROM blob_pages p WHERE execution_id = $1 AND upload = ANY($2::text[]) AND NOT EXISTS (
              SELECT 1 FROM blobs b WHERE b.execution_id = p.execution_id AND b.upload = p.upload) RETURNING 1`,
            [executionId, uploads],
          );
          return gone.length > 0;
        }
        if ((await send('SELECT 1 FROM executions WHERE id = $1', [executionId])).length > 0) return false;
        await deleteExecutions(send, [executionId]);
        return true;
      });
    } finally {
      hold.value.release();
    }
  }
  return {
    sizes: async () => {
      const rows = await sendQuery(
        database,
        `SELECT e.id, (octet_length(e.head) + coalesce(sum(parts.bytes), 0))::float8 AS bytes
          FROM executions e LEFT JOIN (${bytesOfParts}) parts ON parts.execution_id = e.id GROUP BY e.id, e.head`,
      );
      return new Map(rows.map((row) => [String(row['id']), Number(row['bytes'])]));
    },
    orphans: async () => (await findHeadless()).map(buildOrphan),
    removeOrphans: async () => {
      const gone: Orphan[] = [];
      for (const one of await findHeadless()) if (await removeRemains(one)) gone.push(buildOrphan(one));
      return gone;
    },
  };
}
