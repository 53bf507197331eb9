import type { HeddleDatabase, HeddleTransaction, StoreName } from './open-database';
import { onOpenConnection } from './reopen';
import { convertStorageError } from './storage-error';

/**
 * Does `work` in one transaction and resolves once it is durable. An error thrown in `work` rolls everything back.
 * `work` may await only requests of the transaction: anything else would let it close. Rejects with an `AppError`.
 */
export async function transact<S extends [StoreName, ...StoreName[]], M extends 'readonly' | 'readwrite', T>(
  database: HeddleDatabase,
  stores: S,
  mode: M,
  work: (transaction: HeddleTransaction<S, M>) => Promise<T>,
  durability: IDBTransactionDurability = 'strict',
): Promise<T> {
  let transaction: HeddleTransaction<S, M> | undefined;
  const beginTransaction = (connection: HeddleDatabase) => connection.transaction(stores, mode, { durability });
  try {
    transaction = await onOpenConnection(database, beginTransaction);
    // Watched from the start: it may fail while `work` still awaits a request. The failure is reported below.
    transaction.done.catch(() => undefined);
    const result = await work(transaction);
    // Nothing is to become durable of what was only read.
    if (mode === 'readwrite') await transaction.done;
    return result;
  } catch (error) {
    const cause = transaction?.error ?? error;
    abortTransaction(transaction);
    throw convertStorageError(cause, mode === 'readwrite');
  }
}

function abortTransaction(transaction: { abort(): void } | undefined): void {
  try {
    transaction?.abort();
  } catch {
    // The transaction has already ended.
  }
}

/** Keys `[owner, *]`: everything of one run, or of one workflow. Arrays sort after every number and text. */
export function createKeysRange(owner: string): IDBKeyRange {
  return IDBKeyRange.bound([owner], [owner, []]);
}
