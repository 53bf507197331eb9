import { setTimeout } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { tryDecodeJson } from '@/base/json-text';
import type { PostgresDatabase } from './open-database';
import { convertStorageError, isAway, isCollision } from './storage-error';

/** A row as read: `unknown` until a schema has checked it. */
export type Row = Readonly<Record<string, unknown>>;

/** Sends a statement with its values, which are always bound. */
export type Query = (statement: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** Pause before the next try, in ms: short at first. */
const computePause = (tries: number) => Math.min(1000, 20 * 2 ** tries);

/** Sends one statement that may be sent twice: one that reads, or one that has the same effect again. */
export function sendQuery(
  database: PostgresDatabase,
  statement: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  return performPatiently(database, async () => (await database.pool.query<Row>(statement, [...values])).rows);
}

/**
 * Does `work` in one transaction and resolves once it is on the disk of the server. An error rolls everything back.
 * When the connection is lost, `work` is done again, with the number of earlier tries: `work` sees to it that a
 * transaction which was committed, but whose answer was lost, is not done twice. Rejects with an `AppError`.
 */
export function transact<T>(
  database: PostgresDatabase,
  work: (query: Query, tries: number) => Promise<T>,
  mode: 'READ WRITE' | 'REPEATABLE READ, READ ONLY' = 'READ WRITE',
): Promise<T> {
  return performPatiently(database, async (tries) => {
    const client = await database.pool.connect();
    let isBroken = true;
    try {
      await client.query(mode === 'READ WRITE' ? 'BEGIN' : `BEGIN ISOLATION LEVEL ${mode}`);
      const result = await work(createSender(client), tries);
      await client.query('COMMIT');
      isBroken = false;
      return result;
    } catch (error) {
      isBroken = await client.query('ROLLBACK').then(
        () => false,
        () => true,
      );
      throw error;
    } finally {
      client.release(isBroken);
    }
  });
}

/** What sends statements on a connection. */
export function createSender(client: ClientBase): Query {
  return async (statement, values = []) => (await client.query<Row>(statement, [...values])).rows;
}

/** Tries again while the database is away, as long as its patience lasts. */
async function performPatiently<T>(database: PostgresDatabase, work: (tries: number) => Promise<T>): Promise<T> {
  const end = performance.now() + database.patienceMs;
  for (let tries = 0; ; tries += 1) {
    try {
      return await work(tries);
    } catch (error) {
      const isWorthIt = isAway(error) || (isCollision(error) && tries < 20);
      if (!isWorthIt || database.pool.ending || performance.now() > end)
        throw convertStorageError(error, database.place);
      await setTimeout(computePause(tries));
    }
  }
}

/** The largest number of an event, for a column: a log has no more. */
const mostSeq = 2_147_483_647;

/** A number of an event as a column holds it: infinity and what is too large become the largest. */
export function formatSeqColumn(seq: number): number {
  return Math.max(0, Math.min(mostSeq, Math.floor(seq)));
}

/** Stored JSON as a value; undefined if it is damaged. */
export function parseJsonColumn(text: unknown): unknown {
  return typeof text === 'string' ? tryDecodeJson(text) : undefined;
}

/** Stored bytes as bytes of their own: the driver gives views of what it received. */
export function copyBytesColumn(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  return value instanceof Uint8Array ? new Uint8Array(value) : undefined;
}
