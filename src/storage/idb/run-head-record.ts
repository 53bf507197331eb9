import { type HeadRecord, recordSchemas, type StoredSizes } from '../records';
import type { HeddleTransaction, StoreName } from './open-database';

/** The stored sizes of a run before anything is stored. */
export const nothingStored: StoredSizes = { bytes: 0, liveBytes: 0, newChunks: 0, newBytes: 0, checkpoints: [] };

/** The head of a run, if it exists and can be read. */
export async function readHeadIn<S extends StoreName[], M extends 'readonly' | 'readwrite'>(
  transaction: HeddleTransaction<S, M>,
  id: string,
): Promise<HeadRecord | undefined> {
  const value: unknown = await getExecutions(transaction).get(id);
  const head = recordSchemas.head.safeParse(value);
  return head.success ? head.data : undefined;
}

/** Updates the stored sizes in the head of a run; does nothing if the run does not exist or was not measured. */
export async function updateRunHead<S extends StoreName[]>(
  transaction: HeddleTransaction<S, 'readwrite'>,
  id: string,
  change: (stored: StoredSizes) => StoredSizes,
): Promise<void> {
  const head = await readHeadIn(transaction, id);
  if (head?.stored === undefined) return;
  await (transaction as HeddleTransaction<StoreName[], 'readwrite'>)
    .objectStore('executions')
    .put({ ...head, stored: change(head.stored) });
}

/** Counts bytes that were stored for a run, or (negative) removed. */
export function addStored<S extends StoreName[]>(
  transaction: HeddleTransaction<S, 'readwrite'>,
  id: string,
  bytes: number,
): Promise<void> {
  return updateRunHead(transaction, id, (stored) => ({ ...stored, bytes: stored.bytes + bytes }));
}

function getExecutions<S extends StoreName[], M extends 'readonly' | 'readwrite'>(
  transaction: HeddleTransaction<S, M>,
) {
  return (transaction as unknown as HeddleTransaction<StoreName[], M>).objectStore('executions');
}
