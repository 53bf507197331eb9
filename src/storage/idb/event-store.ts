import { AppError } from '@/base/errors';
import type { EventStore } from '@/engine/ports';
import type { RunEvent } from '@/run/events';
import { advanceHead } from '@/run/run-head';
import { checkSequence, chunkSize, fromChunk, toChunks } from '../event-chunk';
import { damaged, parseRecord, recordSchemas } from '../records';
import type { HeddleDatabase, HeddleTransaction } from './open-database';
import { storageError } from './storage-error';
import { keysOf, transact } from './transact';

interface Append {
  readonly executionId: string;
  readonly events: readonly RunEvent[];
  readonly durability: 'strict' | 'relaxed';
  readonly resolve: () => void;
  readonly reject: (error: AppError) => void;
}

/** Records read at once. */
const page = 200;

/**
 * The log in IndexedDB. Group commit: an append is written at once when no write is in flight; what comes while one is goes
 * into the next, together.
 */
export function createEventStore(database: HeddleDatabase): Pick<EventStore, 'append' | 'read'> {
  let waiting: Append[] = [];
  let writing = false;

  const write = async () => {
    writing = true;
    while (waiting.length > 0) {
      const batch = takeBatch(waiting);
      waiting = waiting.slice(batch.length);
      const failed = await commit(database, batch);
      // What was to follow a failed append has a gap before it: it shares its fate, so that the caller can try all again.
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
        if (!writing) void write();
      }),
    read: (executionId, from = 1, limit = Number.POSITIVE_INFINITY) => read(database, executionId, from, limit),
  };
}

/** As many as make up a full record, at least one. */
function takeBatch(waiting: readonly Append[]): Append[] {
  let size = 0;
  const end = waiting.findIndex((append) => {
    size += append.events.length;
    return size > chunkSize;
  });
  return waiting.slice(0, end < 0 ? waiting.length : Math.max(end, 1));
}

/** Writes a batch in one transaction and settles its appends. Gives back the executions whose events were not stored. */
async function commit(database: HeddleDatabase, batch: readonly Append[]): Promise<Map<string, AppError>> {
  const failed = new Map<string, AppError>();
  const durability = batch.some((append) => append.durability === 'strict') ? 'strict' : 'relaxed';
  try {
    await transact(
      database,
      ['executions', 'events'],
      'readwrite',
      async (tx) => {
        for (const executionId of new Set(batch.map((append) => append.executionId))) {
          const appends = batch.filter((append) => append.executionId === executionId);
          const error = await store(
            tx,
            executionId,
            appends.flatMap((append) => append.events),
          );
          if (error) failed.set(executionId, error);
        }
      },
      durability,
    );
  } catch (error) {
    for (const append of batch) failed.set(append.executionId, storageError(error));
  }
  for (const { executionId, resolve, reject } of batch) {
    const error = failed.get(executionId);
    if (error) reject(error);
    else resolve();
  }
  return failed;
}

/** Stores events of one run with its head. What is refused is given back, not thrown, to leave the other runs alone. */
async function store(
  tx: HeddleTransaction<['executions', 'events'], 'readwrite'>,
  executionId: string,
  events: readonly RunEvent[],
): Promise<AppError | undefined> {
  const executions = tx.objectStore('executions');
  const value: unknown = await executions.get(executionId);
  try {
    if (value === undefined) throw new AppError('INTERNAL', `Run ${executionId} does not exist.`);
    const head = parseRecord(recordSchemas.execution, value, `run ${executionId}`);
    checkSequence(executionId, head.lastSeq, events);
    const chunks = tx.objectStore('events');
    await Promise.all([
      ...toChunks(executionId, events).map((chunk) => chunks.add(chunk)),
      executions.put({ ...head, ...advanceHead(head, events) }),
    ]);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

async function read(database: HeddleDatabase, id: string, from: number, limit: number): Promise<readonly RunEvent[]> {
  const values = await transact(database, ['events'], 'readonly', async (tx) => {
    const before = await tx.store.openKeyCursor(IDBKeyRange.bound([id, 0], [id, from]), 'prev');
    let range = before ? IDBKeyRange.bound(before.key, [id, []]) : keysOf(id);
    const found: unknown[] = [];
    for (let left = limit + 1; left > 0; ) {
      const records = await tx.store.getAll(range, page);
      found.push(...records);
      const last = records.at(-1);
      if (last === undefined || records.length < page) break;
      left = from + limit - last.lastSeq;
      range = IDBKeyRange.bound([id, last.firstSeq], [id, []], true);
    }
    return found;
  });
  const events: RunEvent[] = [];
  for (const value of values) {
    const chunk = parseRecord(recordSchemas.chunk, value, `run ${id}`);
    const previous = events.at(-1)?.seq;
    if (previous !== undefined && chunk.firstSeq !== previous + 1) throw damaged(`run ${id}`, undefined);
    events.push(...fromChunk(chunk));
    if ((events.at(-1)?.seq ?? 0) >= from + limit - 1) break;
  }
  return events.filter((event) => event.seq >= from && event.seq < from + limit);
}
