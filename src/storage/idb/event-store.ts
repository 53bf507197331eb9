import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import type { EventStore } from '@/engine/ports/event-store';
import type { RunEvent } from '@/run/events';
import { advanceHead } from '@/run/run-head';
import { checkSequence, chunkSize, toChunks } from '../event-chunk';
import { findEvents } from '../find-events';
import { buildIterationRecords } from '../iteration-records';
import { type ChunkRecord, parseRecord, recordSchemas, type StoredSizes } from '../records';
import { cutLog } from './cut-log';
import { createLogTidier, type LogTidier, type Rotation } from './log-tidier';
import type { HeddleDatabase, HeddleTransaction } from './open-database';
import { createLogBlocks, readLog } from './read-log';
import type { RunSizes } from './run-sizes';
import { convertStorageError } from './storage-error';
import { transact } from './transact';

interface Append {
  readonly executionId: string;
  readonly events: readonly RunEvent[];
  readonly durability: 'strict' | 'relaxed';
  readonly resolve: () => void;
  readonly reject: (error: AppError) => void;
}

/**
 * The log in IndexedDB, with group commit: an append is written at once if no write is in flight; appends during a
 * write are written together after it.
 */
export function createEventStore(database: HeddleDatabase, sizes: RunSizes, rotation?: Rotation): EventStore {
  const tidier = createLogTidier(database, rotation);
  let waiting: Append[] = [];
  let writing = false;

  const writeWaiting = async () => {
    writing = true;
    while (waiting.length > 0) {
      const batch = takeBatch(waiting);
      waiting = waiting.slice(batch.length);
      const failed = await commitBatch(database, sizes, tidier, batch);
      // Appends after a failed one of the same run would leave a gap. They fail too, so that the caller can retry them
      // all.
      waiting = waiting.filter((append) => {
        const error = failed.get(append.executionId);
        if (error) append.reject(error);
        return error === undefined;
      });
    }
    writing = false;
  };

  return {
    append: (executionId, events, durability) =>
      new Promise((resolve, reject) => {
        waiting.push({ executionId, events, durability, resolve, reject });
        if (!writing) void writeWaiting();
      }),
    read: (executionId, from = 1, limit = Number.POSITIVE_INFINITY) => readLog(database, executionId, from, limit),
    find: (executionId, query) => findEvents(createLogBlocks(database, executionId), query),
    cut: (executionId, lastSeq) => cutLog(database, executionId, lastSeq),
  };
}

/** As many appends as fill a record, at least one. */
function takeBatch(waiting: readonly Append[]): Append[] {
  let size = 0;
  const end = waiting.findIndex((append) => {
    size += append.events.length;
    return size > chunkSize;
  });
  return waiting.slice(0, end < 0 ? waiting.length : Math.max(end, 1));
}

/**
 * Writes a batch in one transaction and settles its appends. Returns the errors of the runs whose events were not
 * stored.
 */
async function commitBatch(
  database: HeddleDatabase,
  sizes: RunSizes,
  tidier: LogTidier,
  batch: readonly Append[],
): Promise<Map<string, AppError>> {
  const failed = new Map<string, AppError>();
  const counted = new Map<string, number>();
  const after = new Map<string, StoredSizes | undefined>();
  const durability = batch.some((append) => append.durability === 'strict') ? 'strict' : 'relaxed';
  try {
    await transact(
      database,
      ['executions', 'events', 'iterationLogs'],
      'readwrite',
      async (tx) => {
        for (const executionId of new Set(batch.map((append) => append.executionId))) {
          const events = batch
            .filter((append) => append.executionId === executionId)
            .flatMap((append) => append.events);
          counted.set(executionId, sizes.of(executionId));
          const stored = await storeEvents(tx, executionId, events, sizes.of(executionId));
          if (stored instanceof AppError) failed.set(executionId, stored);
          else after.set(executionId, stored);
        }
      },
      durability,
    );
  } catch (error) {
    for (const append of batch) failed.set(append.executionId, convertStorageError(error));
  }
  for (const [id, bytes] of counted) if (!failed.has(id)) sizes.add(id, -bytes);
  for (const { executionId, resolve, reject } of batch) {
    const error = failed.get(executionId);
    if (error) reject(error);
    else resolve();
  }
  for (const [id, stored] of after) if (!failed.has(id)) tidier.after(id, stored);
  return failed;
}

/**
 * Stores events of one run, with its head and its iterations. `payloads`: bytes of payloads stored since the head was
 * written. Returns the stored sizes if they are known. An error is returned, not thrown, so that it does not affect the
 * other runs.
 */
async function storeEvents(
  tx: HeddleTransaction<['executions', 'events', 'iterationLogs'], 'readwrite'>,
  executionId: string,
  events: readonly RunEvent[],
  payloads: number,
): Promise<StoredSizes | AppError | undefined> {
  const executions = tx.objectStore('executions');
  const value: unknown = await executions.get(executionId);
  try {
    if (value === undefined) throw new AppError('INTERNAL', `Run ${executionId} does not exist.`);
    const head = parseRecord(recordSchemas.head, value, `run ${executionId}`);
    checkSequence(executionId, head.lastSeq, events);
    const chunks = toChunks(executionId, events);
    const iterations = buildIterationRecords(executionId, events);
    const more = payloads + iterations.reduce((sum, { event }) => sum + event.length, 0);
    const stored = head.stored && addChunks(head.stored, chunks, more);
    await Promise.all([
      ...chunks.map((chunk) => tx.objectStore('events').add(chunk)),
      // An iteration of events that were cut off may still exist.
      ...iterations.map((iteration) => tx.objectStore('iterationLogs').put(iteration)),
      executions.put({ ...head, ...advanceHead(head, events), ...defined({ stored }) }),
    ]);
    return stored;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function addChunks(stored: StoredSizes, chunks: readonly ChunkRecord[], more: number): StoredSizes {
  const bytes = chunks.reduce((sum, chunk) => sum + (chunk.bytes ?? 0), 0);
  return {
    ...stored,
    bytes: stored.bytes + bytes + more,
    liveBytes: stored.liveBytes + bytes,
    newChunks: stored.newChunks + chunks.length,
    newBytes: stored.newBytes + bytes,
  };
}
