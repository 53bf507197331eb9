import { openDB } from 'idb';
import type { HeddleDatabase } from './open-database';
import { isClosed } from './storage-error';

/** The connections that took the place of others, which the browser had closed. */
const successors = new WeakMap<HeddleDatabase, Promise<HeddleDatabase>>();

/**
 * Begins something on a connection. One that the browser has closed, because the disk was full or failed for a moment,
 * is opened again first. Not so if the data was cleared, or a newer version of Heddle has taken the database: then it
 * throws what the closed connection threw.
 */
export async function onOpenConnection<T>(
  database: HeddleDatabase,
  begin: (connection: HeddleDatabase) => T,
): Promise<T> {
  const current = (await successors.get(database)?.catch(() => undefined)) ?? database;
  try {
    return begin(current);
  } catch (error) {
    if (!isClosed(error)) throw error;
    const next = reopenDatabase(current);
    successors.set(database, next);
    const opened = await next.catch(() => {
      // The next call tries again.
      successors.delete(database);
      throw error;
    });
    return begin(opened);
  }
}

/** Opens a database that is there, in the same version. */
function reopenDatabase({ name, version }: HeddleDatabase): Promise<HeddleDatabase> {
  return openDB(name, version, {
    upgrade: (_database, _from, _to, transaction) => {
      transaction.done.catch(() => undefined);
      transaction.abort();
    },
    blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
  }) as unknown as Promise<HeddleDatabase>;
}
