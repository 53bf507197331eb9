import { type HeadRecord, recordSchemas, type StoredSizes } from '../records';
import { estimateSize } from '../rough-size';
import { partsOfRun, storesOfRun } from './execution-store';
import type { HeddleDatabase, HeddleTransaction, StoreName } from './open-database';
import { nothingStored, readHeadIn } from './run-head-record';
import { createKeysRange, transact } from './transact';

/** Writes the stored sizes of a run into its head if they are missing: an earlier version began such a run. */
export async function measureRun(database: HeddleDatabase, id: string): Promise<void> {
  const isMeasured = (head: HeadRecord | undefined) => head === undefined || head.stored !== undefined;
  if (isMeasured(await transact(database, ['executions'], 'readonly', (tx) => readHeadIn(tx, id)))) return;
  await transact(database, [...storesOfRun], 'readwrite', async (tx) => {
    const head = await readHeadIn(tx, id);
    if (head === undefined || isMeasured(head)) return;
    await tx.objectStore('executions').put({ ...head, stored: await measureStored(tx, id) });
  });
}

async function measureStored(tx: HeddleTransaction<StoreName[], 'readwrite'>, id: string): Promise<StoredSizes> {
  let stored = nothingStored;
  const snapshots = new Map<number, number>();
  await visitRecords(tx, id, (store, value) => {
    const bytes = estimateSize(value);
    const snapshot = recordSchemas.checkpoint.safeParse(value);
    if (snapshot.success) {
      const { seq } = snapshot.data;
      snapshots.set(seq, (snapshots.get(seq) ?? 0) + snapshot.data.gzip.length);
    } else {
      const live = store === 'events' ? bytes : 0;
      stored = { ...stored, bytes: stored.bytes + bytes, liveBytes: stored.liveBytes + live };
    }
  });
  return { ...stored, checkpoints: [...snapshots] };
}

/** Visits every stored record of a run except its head, one at a time. */
async function visitRecords(
  tx: Pick<HeddleTransaction<StoreName[], 'readwrite'>, 'objectStore'>,
  id: string,
  visit: (store: StoreName, value: unknown) => void,
): Promise<void> {
  for (const store of partsOfRun) {
    let cursor = await tx.objectStore(store).openCursor(createKeysRange(id));
    while (cursor !== null) {
      visit(store, cursor.value);
      cursor = await cursor.continue();
    }
  }
}
