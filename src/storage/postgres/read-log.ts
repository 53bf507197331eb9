import type { RunEvent } from '@/run/events';
import { createChunkBlock, createDamagedBlock, readBlocks } from '../event-chunk';
import type { EventBlock, EventBlocks } from '../find-events';
import { type ChunkRecord, recordSchemas } from '../records';
import type { PostgresDatabase } from './open-database';
import { headFields, parseSoundHead } from './run-head-record';
import { formatSeqColumn, parseJsonColumn, type Row, sendQuery } from './transact';

const columns = 'execution_id, first_seq, last_seq, summary, json';
/** The number of the record that contains an event, or of the first one. */
const startOfRecord = `coalesce(
  (SELECT max(first_seq) FROM events WHERE execution_id = $1 AND first_seq <= $2::integer), 0)`;

/** Events of a run, as `EventStore.read` says. */
export async function readLog(
  database: PostgresDatabase,
  id: string,
  from: number,
  limit: number,
): Promise<readonly RunEvent[]> {
  const first = Math.max(from, 1);
  const [row] = await sendQuery(database, `SELECT ${headFields} FROM executions WHERE id = $1`, [id]);
  const head = row && parseSoundHead(row);
  const wanted = Math.min(from + limit - 1, head?.lastSeq ?? Number.POSITIVE_INFINITY);
  if (wanted < first) return [];
  const rows = await sendQuery(
    database,
    `SELECT ${columns} FROM events WHERE execution_id = $1 AND first_seq >= ${startOfRecord} AND first_seq <= $3
      ORDER BY first_seq`,
    [id, formatSeqColumn(first), formatSeqColumn(wanted)],
  );
  const blocks = rows.flatMap((record) => createRowBlock(record) ?? []);
  // A head is missing only after a crash or damage. The stored events are then all that is known.
  const last = Math.min(wanted, head?.lastSeq ?? blocks.at(-1)?.lastSeq ?? 0);
  return readBlocks(id, blocks, first, last);
}

/**
 * Records that a search reads at once: most searches want a page of the newest events, which is in one or two records.
 */
const [fewest, most] = [2, 64];

/** The log of a run, in blocks for a search. */
export function createLogBlocks(database: PostgresDatabase, id: string): EventBlocks {
  let next = fewest;
  return async (from, direction) => {
    const batch = next;
    next = Math.min(most, 2 * batch);
    const where =
      direction === 'forward'
        ? `first_seq >= ${startOfRecord} ORDER BY first_seq`
        : 'first_seq <= $2 ORDER BY first_seq DESC';
    const rows = await sendQuery(
      database,
      `SELECT ${columns} FROM events WHERE execution_id = $1 AND ${where} LIMIT $3`,
      [id, formatSeqColumn(from), batch],
    );
    const blocks = rows.flatMap((row) => createRowBlock(row) ?? []);
    return direction === 'forward' ? blocks.filter(({ lastSeq }) => lastSeq >= from) : blocks;
  };
}

/** A record, ready to read; a damaged one becomes a block without events. */
function createRowBlock(row: Row): EventBlock | undefined {
  const chunk = parseChunkRow(row);
  if (chunk !== undefined) return createChunkBlock(chunk);
  const firstSeq = row['first_seq'];
  return typeof firstSeq === 'number' ? createDamagedBlock(firstSeq) : undefined;
}

/** A row of events as a record; undefined: it is damaged. */
function parseChunkRow(row: Row): ChunkRecord | undefined {
  const summary = parseJsonColumn(row['summary']);
  const { execution_id: executionId, first_seq: firstSeq, last_seq: lastSeq, json } = row;
  const chunk = recordSchemas.chunk.safeParse({ ...Object(summary), executionId, firstSeq, lastSeq, json });
  return chunk.success && chunk.data.lastSeq >= chunk.data.firstSeq ? chunk.data : undefined;
}
