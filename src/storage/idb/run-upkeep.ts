import { isUnfinished } from '@/run/is-unfinished';
import { recordSchemas } from '../records';
import { estimateSize } from '../rough-size';
import { buildOrphan, type Remains, type RunUpkeep } from '../stores';
import { createPagesRange } from './blob-upload';
import { deleteExecution, partsOfRun, storesOfRun } from './execution-store';
import { measureRun } from './measure-run';
import type { HeddleDatabase, HeddleTransaction, StoreName } from './open-database';
import type { RunSizes } from './run-sizes';
import { createKeysRange, transact } from './transact';

type Transaction = HeddleTransaction<StoreName[], 'readonly'>;

/** The space that runs take in IndexedDB, from their heads. */
export function createRunUpkeep(database: HeddleDatabase, sizes: RunSizes): RunUpkeep {
  const findLeftovers = () => transact(database, [...storesOfRun], 'readonly', listLeftovers);
  return {
    sizes: async () => {
      const heads = await transact(database, ['executions'], 'readonly', (tx) => tx.store.getAll());
      for (const { id, stored } of heads) if (stored === undefined) await measureRun(database, id);
      const values: unknown[] = await transact(database, ['executions'], 'readonly', (tx) => tx.store.getAll());
      const found = new Map<string, number>();
      for (const value of values) {
        const head = recordSchemas.head.safeParse(value);
        if (!head.success || head.data.stored === undefined) continue;
        const { bytes, checkpoints } = head.data.stored;
        found.set(
          head.data.id,
          checkpoints.reduce((sum, [, snapshotBytes]) => sum + snapshotBytes, bytes + sizes.of(head.data.id)),
        );
      }
      return found;
    },
    orphans: async () => (await findLeftovers()).map(buildOrphan),
    removeOrphans: async () => {
      const found = await findLeftovers();
      await transact(database, [...storesOfRun], 'readwrite', async (tx) => {
        for (const { executionId, uploads } of found) {
          const isThere = (await tx.objectStore('executions').getKey(executionId)) !== undefined;
          if (!isThere) await deleteExecution(tx, executionId);
          for (const upload of uploads ?? [])
            await tx.objectStore('blobPages').delete(createPagesRange(executionId, upload));
        }
      });
      return found.map(buildOrphan);
    },
  };
}

async function listLeftovers(tx: Transaction): Promise<readonly Remains[]> {
  const heads = new Set(await tx.objectStore('executions').getAllKeys());
  const found: Remains[] = [];
  const headless = new Set<string>();
  for (const store of partsOfRun) for (const id of await listRunsIn(tx, store)) if (!heads.has(id)) headless.add(id);
  for (const executionId of headless) {
    let bytes = 0;
    for (const store of partsOfRun) bytes += await measureStored(tx, store, createKeysRange(executionId));
    found.push({ executionId, bytes });
  }
  for (const executionId of await listRunsIn(tx, 'blobPages')) {
    if (headless.has(executionId) || !(await hasEnded(tx, executionId))) continue;
    const uploads = await listUnfinishedUploads(tx, executionId);
    let bytes = 0;
    for (const upload of uploads) bytes += await measureStored(tx, 'blobPages', createPagesRange(executionId, upload));
    if (uploads.length > 0) found.push({ executionId, bytes, uploads });
  }
  return found;
}

/** The runs with records in a store. The cursor leaps from run to run, so that no record is read. */
async function listRunsIn(tx: Transaction, store: (typeof partsOfRun)[number]): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor = await tx.objectStore(store).openKeyCursor();
  while (cursor !== null) {
    const [id] = cursor.key;
    ids.push(id);
    cursor = await cursor.continue(IDBKeyRange.only([id, []]).lower);
  }
  return ids;
}

async function measureStored(tx: Transaction, store: StoreName, range: IDBKeyRange): Promise<number> {
  let bytes = 0;
  let cursor = await tx.objectStore(store).openCursor(range);
  while (cursor !== null) {
    bytes += estimateSize(cursor.value);
    cursor = await cursor.continue();
  }
  return bytes;
}

/** A payload of a run that has not ended may still be written by another tab. */
async function hasEnded(tx: Transaction, id: string): Promise<boolean> {
  const head = recordSchemas.head.safeParse(await tx.objectStore('executions').get(id));
  return head.success && !isUnfinished(head.data.status);
}

async function listUnfinishedUploads(tx: Transaction, id: string): Promise<readonly string[]> {
  const uploads: string[] = [];
  const blobs = tx.objectStore('blobs').index('upload');
  let cursor = await tx.objectStore('blobPages').openKeyCursor(createKeysRange(id));
  while (cursor !== null) {
    const [, upload] = cursor.key;
    if ((await blobs.getKey([id, upload])) === undefined) uploads.push(upload);
    cursor = await cursor.continue(createPagesRange(id, upload).upper);
  }
  return uploads;
}
