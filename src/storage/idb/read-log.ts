import type { RunEvent } from '@/run/events';
import { createChunkBlock, createDamagedBlock, readBlocks } from '../event-chunk';
import { openSegment } from '../event-segment';
import type { EventBlock, EventBlocks } from '../find-events';
import { recordSchemas, type SegmentRecord } from '../records';
import type { HeddleDatabase, HeddleTransaction } from './open-database';
import { transact } from './transact';

/** The stores of a log: sealed segments, and live events. */
type LogStore = 'segments' | 'events';
const logStores = ['segments', 'events'] as const;

/** Events of a run, as `EventStore.read` says. */
export async function readLog(
  database: HeddleDatabase,
  id: string,
  from: number,
  limit: number,
): Promise<readonly RunEvent[]> {
  const first = Math.max(from, 1);
  const { values, lastSeq } = await transact(database, [...logStores, 'executions'], 'readonly', async (tx) => {
    const head: unknown = await tx.objectStore('executions').get(id);
    const end = readLastSeq(head);
    const parts = logStores.map((store) => readRecords(tx, store, id, first, Math.min(from + limit - 1, end)));
    return { values: (await Promise.all(parts)).flat(), lastSeq: end };
  });
  const blocks = values.flatMap((value) => createBlock(value) ?? []).sort((a, b) => a.firstSeq - b.firstSeq);
  // A head is missing only after a crash or damage. The stored events are then all that is known.
  const known = Number.isFinite(lastSeq) ? lastSeq : (blocks.at(-1)?.lastSeq ?? 0);
  const last = Math.min(from + limit - 1, known);
  return readBlocks(id, blocks, first, last);
}

/** Number of the last event according to the head of a run; infinite if there is none. */
function readLastSeq(head: unknown): number {
  const record = recordSchemas.head.safeParse(head);
  return record.success ? record.data.lastSeq : Number.POSITIVE_INFINITY;
}

/** The records of a store that contain events with these numbers. */
async function readRecords(
  tx: HeddleTransaction<StoreNames, 'readonly'>,
  store: LogStore,
  id: string,
  first: number,
  last: number,
): Promise<readonly unknown[]> {
  if (last < first) return [];
  const records = tx.objectStore(store);
  const before = await records.openKeyCursor(IDBKeyRange.bound([id, 0], [id, first]), 'prev');
  return records.getAll(IDBKeyRange.bound(before?.key ?? [id, 0], [id, last]));
}
type StoreNames = ['segments', 'events', 'executions'];

/**
 * Records that a search reads at once: most searches want a page of the newest events, which is in one or two records.
 */
const [fewest, most] = [2, 16];

/** The log of a run, in blocks for a search. */
export function createLogBlocks(database: HeddleDatabase, id: string): EventBlocks {
  let next = fewest;
  return async (from, direction) => {
    const batch = next;
    next = Math.min(most, 2 * batch);
    const values = await transact(database, [...logStores], 'readonly', async (tx) => {
      const parts = logStores.map(async (store): Promise<unknown[]> => {
        const records = tx.objectStore(store);
        if (direction === 'forward') {
          const before = await records.openKeyCursor(IDBKeyRange.bound([id, 0], [id, from]), 'prev');
          return records.getAll(IDBKeyRange.bound(before?.key ?? [id, 0], [id, []]), batch);
        }
        const found: unknown[] = [];
        let cursor = await records.openCursor(IDBKeyRange.bound([id, 0], [id, from]), 'prev');
        while (cursor !== null && found.push(cursor.value) < batch) cursor = await cursor.continue();
        return found;
      });
      return Promise.all(parts);
    });
    const forward = direction === 'forward';
    const lists = values.map((list) => list.flatMap((value) => createBlock(value) ?? []));
    const blocks = lists.flat().sort((a, b) => (forward ? a.firstSeq - b.firstSeq : b.firstSeq - a.firstSeq));
    // If one store has more records, blocks of the other store beyond its last one wait for the next batch.
    const ends = lists.filter((_list, n) => values[n]?.length === batch).map((list) => list.at(-1)?.firstSeq ?? from);
    return blocks.filter(
      ({ firstSeq, lastSeq }) =>
        (forward ? lastSeq >= from : true) && ends.every((end) => (forward ? firstSeq <= end : firstSeq >= end)),
    );
  };
}

/** A record of either store, ready to read; a damaged one becomes a block without events. */
function createBlock(value: unknown): EventBlock | undefined {
  const chunk = recordSchemas.chunk.safeParse(value);
  if (chunk.success) return createChunkBlock(chunk.data);
  const segment = recordSchemas.segment.safeParse(value);
  if (segment.success) return createSegmentBlock(segment.data);
  const key = recordSchemas.logKey.safeParse(value);
  return key.success ? createDamagedBlock(key.data.firstSeq) : undefined;
}

function createSegmentBlock(segment: SegmentRecord): EventBlock {
  const { firstSeq, lastSeq } = segment;
  return { firstSeq, lastSeq, summary: segment, open: (text) => openSegment(segment, text) };
}
