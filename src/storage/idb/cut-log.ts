import { defined } from '@/base/defined';
import { readStartOfBlock, toChunks } from '../event-chunk';
import { computeFiguresAfter } from '../figures-after';
import { type ChunkRecord, type HeadRecord, parseRecord, recordSchemas, type StoredSizes } from '../records';
import type { HeddleDatabase, HeddleTransaction } from './open-database';
import { createLogBlocks, readLog } from './read-log';
import { createKeysRange, transact } from './transact';

const stores = ['executions', 'events', 'segments', 'setAside', 'checkpoints', 'iterationLogs'] as const;
type Transaction = HeddleTransaction<[...typeof stores], 'readwrite'>;

/** Cuts the log of a run after an event, as `EventStore.cut` says. */
export async function cutLog(database: HeddleDatabase, id: string, lastSeq: number): Promise<number> {
  const before = await transact(database, ['executions'], 'readonly', async (tx) =>
    parseHead(await tx.store.get(id), id),
  );
  if (before.lastSeq <= lastSeq) return 0;
  const split = await readStartOfBlock(createLogBlocks(database, id), id, lastSeq);
  const figures = await computeFiguresAfter((from, limit) => readLog(database, id, from, limit), before, lastSeq);
  return transact(database, [...stores], 'readwrite', async (tx) => {
    const head = parseHead(await tx.objectStore('executions').get(id), id);
    const live = await setAside(tx, id, lastSeq, split[0]?.seq);
    const chunks = toChunks(id, split);
    const { endedAt: _endedAt, durationMs: _durationMs, ...rest } = head;
    const stored = head.stored && computeStoredAfter(head.stored, lastSeq, live, chunks);
    await Promise.all([
      ...chunks.map((chunk) => tx.objectStore('events').put(chunk)),
      tx.objectStore('checkpoints').delete(IDBKeyRange.bound([id, lastSeq + 1], [id, []])),
      tx.objectStore('executions').put({ ...rest, ...figures, lastSeq, ...defined({ stored }) }),
      removeIterations(tx, id, lastSeq),
    ]);
    return head.lastSeq - lastSeq;
  });
}

function parseHead(value: unknown, id: string): HeadRecord {
  return parseRecord(recordSchemas.head, value, `run ${id}`);
}

/**
 * Moves the records of a log after an event, and the record that begins with `split`, to `setAside`. Resolves to the
 * bytes of events that are no longer live.
 */
async function setAside(tx: Transaction, id: string, lastSeq: number, split: number | undefined): Promise<number> {
  const aside = tx.objectStore('setAside');
  let n = (await aside.openKeyCursor(createKeysRange(id), 'prev'))?.key[1] ?? 0;
  let live = 0;
  for (const name of ['segments', 'events'] as const) {
    const records = tx.objectStore(name);
    const range = IDBKeyRange.bound([id, split ?? lastSeq + 1], [id, []]);
    let cursor = await records.openCursor(range);
    while (cursor !== null) {
      const record: unknown = cursor.value;
      n += 1;
      await aside.put({ executionId: id, n, after: lastSeq, record });
      const chunk = recordSchemas.chunk.safeParse(record);
      if (chunk.success) live += chunk.data.bytes ?? 0;
      cursor = await cursor.continue();
    }
    await records.delete(range);
  }
  return live;
}

function computeStoredAfter(
  stored: StoredSizes,
  lastSeq: number,
  live: number,
  added: readonly ChunkRecord[],
): StoredSizes {
  const bytes = added.reduce((sum, chunk) => sum + (chunk.bytes ?? 0), 0);
  return {
    bytes: stored.bytes + bytes,
    liveBytes: Math.max(0, stored.liveBytes - live) + bytes,
    newChunks: 0,
    newBytes: 0,
    checkpoints: stored.checkpoints.filter(([seq]) => seq <= lastSeq),
  };
}

/** Iterations are numbered in the order of their events: those of the removed events are the last. */
async function removeIterations(tx: Transaction, id: string, lastSeq: number): Promise<void> {
  let cursor = await tx.objectStore('iterationLogs').openCursor(createKeysRange(id), 'prev');
  while (cursor !== null) {
    const record = recordSchemas.iteration.safeParse(cursor.value);
    if (record.success && record.data.seq <= lastSeq) return;
    await cursor.delete();
    cursor = await cursor.continue();
  }
}
