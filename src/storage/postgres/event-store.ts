import { AppError } from '@/base/errors';
import type { EventStore } from '@/engine/ports/event-store';
import type { RunEvent } from '@/run/events';
import { isUnfinished } from '@/run/is-unfinished';
import { advanceHead } from '@/run/run-head';
import { checkSequence, chunkSize, toChunks } from '../event-chunk';
import { findEvents } from '../find-events';
import { buildIterationRecords } from '../iteration-records';
import type { HeadRecord } from '../records';
import { appendAtOnce, type LeftRun } from './append-at-once';
import { cutLog } from './cut-log';
import type { PostgresDatabase } from './open-database';
import { createLogBlocks, readLog } from './read-log';
import { listChunkColumns, listHeadColumns, lockHead, type OwnNumbers } from './run-head-record';
import type { RunBroadcast } from './run-news';
import { convertStorageError } from './storage-error';
import { type Query, transact } from './transact';

interface Append {
  readonly events: readonly RunEvent[];
  readonly resolve: () => void;
  readonly reject: (error: AppError) => void;
}

interface EventStoreOptions {
  readonly numbers: OwnNumbers;
  readonly news: Pick<RunBroadcast, 'tell'>;
}

/** Most runs whose heads are kept in memory. */
const mostLeft = 1000;

/**
 * The log in PostgreSQL. Each append is a transaction that reads and writes the head of its run, so that two writers
 * take turns and the second one is refused; one statement, if the head is as the last append left it. Appends of a run
 * during a write are written together after it; runs do not wait for each other. Both durabilities are on the disk of
 * the server.
 */
export function createEventStore(database: PostgresDatabase, { numbers, news }: EventStoreOptions): EventStore {
  const queues = new Map<string, Append[]>();
  /** Runs whose last append failed without an answer: it may have been stored. */
  const uncertain = new Set<string>();
  /** Runs that this process wrote last, as far as it knows. */
  const left = new Map<string, LeftRun>();

  function leaveRun(id: string, head: HeadRecord): void {
    const number = numbers.get(id);
    left.delete(id);
    if (number === undefined || !isUnfinished(head.status)) return;
    left.set(id, { number, head });
    for (const oldest of left.keys()) {
      if (left.size <= mostLeft) break;
      left.delete(oldest);
    }
  }

  async function writeBatch(id: string, events: readonly RunEvent[]): Promise<HeadRecord> {
    const number = numbers.get(id);
    const last = left.get(id);
    let wasSent = uncertain.has(id);
    if (last !== undefined && last.number === number && !wasSent) {
      try {
        const head = await appendAtOnce(database, id, last, events);
        if (head !== undefined) return head;
      } catch (error) {
        // The transaction finds out why, and whether they were written.
        wasSent = !(error instanceof AppError);
      }
    }
    return transact(database, (query, tries) =>
      storeEvents(query, { id, number, events, mayBeStored: wasSent || tries > 0 }),
    );
  }

  async function writeQueue(id: string, queue: Append[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, countBatch(queue));
      const events = batch.flatMap((append) => append.events);
      try {
        leaveRun(id, await writeBatch(id, events));
        uncertain.delete(id);
        news.tell(id);
        for (const append of batch) append.resolve();
      } catch (error) {
        const failure = convertStorageError(error, database.place);
        left.delete(id);
        if (failure.retryable) uncertain.add(id);
        // What waits behind it would leave a gap. It fails too, so that the caller can retry all.
        for (const append of [...batch, ...queue.splice(0)]) append.reject(failure);
      }
    }
    queues.delete(id);
  }

  return {
    append: (id, events) =>
      new Promise((resolve, reject) => {
        const waiting = queues.get(id);
        const queue = waiting ?? [];
        queue.push({ events, resolve, reject });
        if (waiting !== undefined) return;
        queues.set(id, queue);
        void writeQueue(id, queue);
      }),
    read: (id, from = 1, limit = Number.POSITIVE_INFINITY) => readLog(database, id, from, limit),
    find: (id, query) => findEvents(createLogBlocks(database, id), query),
    cut: async (id, lastSeq) => {
      left.delete(id);
      const count = await cutLog(database, { id, number: numbers.get(id) }, lastSeq);
      if (count > 0) news.tell(id);
      return count;
    },
  };
}

/** As many appends as fill a record, at least one. */
function countBatch(waiting: readonly Append[]): number {
  let size = 0;
  const end = waiting.findIndex((append) => {
    size += append.events.length;
    return size > chunkSize;
  });
  return end < 0 ? waiting.length : Math.max(end, 1);
}

interface Storing {
  readonly id: string;
  /** The number under which this process holds the run; undefined: it does not hold it. */
  readonly number: number | undefined;
  readonly events: readonly RunEvent[];
  /** Whether an earlier try may have stored them. */
  readonly mayBeStored: boolean;
}

/** Resolves to the head after them. */
async function storeEvents(query: Query, { id, number, events, mayBeStored }: Storing): Promise<HeadRecord> {
  const head = await lockHead(query, id, number);
  if (head === undefined) throw new AppError('INTERNAL', `Run ${id} does not exist.`);
  const chunks = toChunks(id, events);
  if (mayBeStored && (await isStored(query, id, chunks))) return head;
  checkSequence(id, head.lastSeq, events);
  const iterations = buildIterationRecords(id, events);
  for (const chunk of chunks) {
    await query(
      'INSERT INTO events (execution_id, first_seq, last_seq, summary, json) VALUES ($1, $2, $3, $4, $5)',
      listChunkColumns(chunk),
    );
  }
  if (iterations.length > 0) {
    // An iteration of events that were cut off may still exist.
    await query(
      `INSERT INTO iterations (execution_id, ordinal, seq, failed, event)
        SELECT $1, * FROM unnest($2::integer[], $3::integer[], $4::integer[], $5::text[])
        ON CONFLICT (execution_id, ordinal)
        DO UPDATE SET seq = excluded.seq, failed = excluded.failed, event = excluded.event`,
      [
        id,
        iterations.map(({ ordinal }) => ordinal),
        iterations.map(({ seq }) => seq),
        iterations.map(({ failed }) => failed),
        iterations.map(({ event }) => event),
      ],
    );
  }
  const next = { ...head, ...advanceHead(head, events) };
  await query('UPDATE executions SET status = $2, head = $3 WHERE id = $1', listHeadColumns(next));
  return next;
}

/** Whether exactly these records are in the log: the answer to an append was lost, not the append. */
async function isStored(query: Query, id: string, chunks: ReturnType<typeof toChunks>): Promise<boolean> {
  const rows = await query(
    'SELECT first_seq, json FROM events WHERE execution_id = $1 AND first_seq = ANY($2::integer[])',
    [id, chunks.map(({ firstSeq }) => firstSeq)],
  );
  const stored = new Map(rows.map((row) => [row['first_seq'], row['json']]));
  return chunks.length > 0 && chunks.every(({ firstSeq, json }) => stored.get(firstSeq) === json);
}
