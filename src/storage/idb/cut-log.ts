import { AppError } from '@/base/errors';
import type { RunEvent } from '@/run/events';
import { emptyRun } from '@/run/reduce-run';
import { advanceHead } from '@/run/run-head';
import { checkDense, toChunks } from '../event-chunk';
import { type ChunkRecord, type HeadRecord, parseRecord, recordSchemas, type StoredSizes } from '../records';
import type { HeddleDatabase, HeddleTransaction } from './open-database';
import { blocksOfLog, readLog } from './read-log';
import { keysUnder, transact } from './transact';

const stores = ['executions', 'events', 'segments', 'setAside', 'checkpoints', 'iterationLogs'] as const;
type Transaction = HeddleTransaction<[...typeof stores], 'readwrite'>;

/** Cuts the log of a run after an event, as `EventStore.cut` says. */
export async function cutLog(database: HeddleDatabase, id: string, lastSeq: number): Promise<number> {
  const before = await transact(database, ['executions'], 'readonly', async (tx) => headOf(await tx.store.get(id), id));
  if (before.lastSeq <= lastSeq) return 0;
  const split = await startOfBlock(database, id, lastSeq);
  const figures = await figuresAfter(database, before, lastSeq);
  return transact(database, [...stores], 'readwrite', async (tx) => {
    const head = headOf(await tx.objectStore('executions').get(id), id);
    const live = await setAside(tx, id, lastSeq, split[0]?.seq);
    const chunks = toChunks(id, split);
    const { endedAt: _endedAt, durationMs: _durationMs, ...rest } = head;
    const stored = head.stored && storedAfter(head.stored, lastSeq, live, chunks);
    await Promise.all([
      ...chunks.map((chunk) => tx.objectStore('events').put(chunk)),
      tx.objectStore('checkpoints').delete(IDBKeyRange.bound([id, lastSeq + 1], [id, []])),
      tx.objectStore('executions').put({ ...rest, ...figures, lastSeq, ...(stored === undefined ? {} : { stored }) }),
      removeIterations(tx, id, lastSeq),
    ]);
    return head.lastSeq - lastSeq;
  });
}

function headOf(value: unknown, id: string): HeadRecord {
  return parseRecord(recordSchemas.head, value, `run ${id}`);
}

/**
 * If the log ends within a block, the events of the block that remain. Error: `DAMAGED_RECORD` if one of them is
 * damaged.
 */
async function startOfBlock(database: HeddleDatabase, id: string, lastSeq: number): Promise<readonly RunEvent[]> {
  if (lastSeq === 0) return [];
  const [block] = await blocksOfLog(database, id)(lastSeq, 'backward');
  if (block?.lastSeq === lastSeq) return [];
  const first = block?.firstSeq ?? lastSeq;
  const read = await block?.open();
  const events = read?.(first, lastSeq) ?? [];
  checkDense(id, events, first, lastSeq);
  return events;
}

/** Events folded at once. */
const page = 5000;

/** The figures in the head of a run as they were after an event. */
async function figuresAfter(database: HeddleDatabase, head: HeadRecord, lastSeq: number): Promise<Partial<HeadRecord>> {
  const { artifact } = head;
  const first = { status: 'running', lastSeq: 0, totals: emptyRun.totals, iterations: 0, iterationMs: 0 } as const;
  let figures = advanceHead(
    artifact === undefined ? first : { ...first, artifact: { ...artifact, status: 'draft' } },
    [],
  );
  try {
    while (figures.lastSeq < lastSeq) {
      const from = figures.lastSeq + 1;
      const events = await readLog(database, head.id, from, Math.min(page, lastSeq - figures.lastSeq));
      figures = { ...figures, ...advanceHead(figures, events) };
    }
    return figures;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'DAMAGED_RECORD') throw error;
    // Earlier events are damaged too: the figures in the head are the best available.
    return { status: 'running' };
  }
}

/**
 * Moves the records of a log after an event, and the record that begins with `split`, to `setAside`. Resolves to the
 * bytes of events that are no longer live.
 */
async function setAside(tx: Transaction, id: string, lastSeq: number, split: number | undefined): Promise<number> {
  const aside = tx.objectStore('setAside');
  let n = (await aside.openKeyCursor(keysUnder(id), 'prev'))?.key[1] ?? 0;
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

function storedAfter(stored: StoredSizes, lastSeq: number, live: number, added: readonly ChunkRecord[]): StoredSizes {
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
  let cursor = await tx.objectStore('iterationLogs').openCursor(keysUnder(id), 'prev');
  while (cursor !== null) {
    const record = recordSchemas.iteration.safeParse(cursor.value);
    if (record.success && record.data.seq <= lastSeq) return;
    await cursor.delete();
    cursor = await cursor.continue();
  }
}
