import type { RunEvent } from '@/run/events';
import { advanceHead } from '@/run/run-head';
import { checkSequence, toChunks } from '../event-chunk';
import { buildIterationRecords } from '../iteration-records';
import type { HeadRecord } from '../records';
import type { PostgresDatabase } from './open-database';
import { listChunkColumns, listHeadColumns } from './run-head-record';

/** A run as this process left it: nobody else writes it while it holds it. */
export interface LeftRun {
  /** The number under which this process holds the run. */
  readonly number: number;
  readonly head: HeadRecord;
}

/**
 * Appends events in one statement, which is a transaction: the head is changed if it is as this process left it, under
 * the number of this process, and only then the events are written. Resolves to the new head; undefined: nothing was
 * written, because the head is another one, or there is more to write than one record. Rejects with an `AppError` if
 * the events do not follow the last one, before anything is sent; after an error of the driver they may be written.
 */
export async function appendAtOnce(
  { pool }: PostgresDatabase,
  id: string,
  { number, head }: LeftRun,
  events: readonly RunEvent[],
): Promise<HeadRecord | undefined> {
  const [chunk, ...others] = toChunks(id, events);
  if (chunk === undefined || others.length > 0 || buildIterationRecords(id, events).length > 0) return undefined;
  checkSequence(id, head.lastSeq, events);
  const next = { ...head, ...advanceHead(head, events) };
  const [, , before] = listHeadColumns(head);
  const [, ...row] = listChunkColumns(chunk);
  const { rowCount } = await pool.query({
    // It is sent for every few events of every run, so that each connection reads and plans it once.
    name: 'append',
    text: `WITH head AS (
        UPDATE executions SET status = $2, head = $3 WHERE id = $1 AND owner = $4 AND head = $5 RETURNING id
      ) INSERT INTO events (execution_id, first_seq, last_seq, summary, json)
        SELECT id, $6::integer, $7::integer, $8::text, $9::text FROM head`,
    values: [...listHeadColumns(next), number, before, ...row],
  });
  return rowCount === 1 ? next : undefined;
}
