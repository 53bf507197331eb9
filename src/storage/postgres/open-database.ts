import type { Client, ClientConfig, Pool } from 'pg';
import { AppError } from '@/base/errors';
import { loadDriver } from './load-driver';
import { migrations } from './migrations';
import type { PostgresAddress } from './postgres-address';
import { convertStorageError } from './storage-error';

/** A database with the tables of Heddle, and the connections to it. */
export interface PostgresDatabase {
  readonly pool: Pool;
  /** A connection beside the pool, not yet connected. */
  readonly newClient: () => Client;
  readonly schema: string;
  /** The address without a password. */
  readonly place: string;
  /** How long work waits for a database that is away, in ms. */
  readonly patienceMs: number;
}

/** Connections of a process: each run that writes needs one for a moment. */
const mostConnections = 10;
/** A connection is tried for this many ms. */
const connectMs = 10_000;

/** Oldest PostgreSQL that is supported, as it numbers itself. */
const oldestServer = 130_000;

interface DatabaseOptions {
  readonly patienceMs?: number;
  readonly steps?: typeof migrations;
}

/**
 * Connects, and brings the tables up to date: of several processes that start at once one does it, and the others
 * wait. Errors: `STORAGE_FAILED`, `NEWER_VERSION`.
 */
export async function openDatabase(
  { connection, schema, place }: PostgresAddress,
  { patienceMs = 60_000, steps = migrations }: DatabaseOptions = {},
): Promise<PostgresDatabase> {
  const driver = await loadDriver();
  const config: ClientConfig = {
    connectionString: connection,
    application_name: 'heddle',
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    // The server ends a session, and with it its locks, some 25 seconds after its machine has gone without a word.
    options:
      `-c search_path=${schema} ` +
      '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c client_min_messages=warning',
  };
  const pool = new driver.Pool({ ...config, max: mostConnections });
  // An idle connection that breaks is replaced when the next one is needed.
  pool.on('error', () => undefined);
  // One that breaks within a transaction fails the statement; without a listener it would end the process, too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const database = { pool, newClient: () => new driver.Client(config), schema, place, patienceMs };
  try {
    await migrateSchema(database, steps);
    return database;
  } catch (error) {
    await pool.end();
    throw convertStorageError(error, place);
  }
}

/** On a connection of its own: the driver leaves one open that could not be used, such as for want of a password. */
async function migrateSchema({ newClient, schema }: PostgresDatabase, steps: typeof migrations): Promise<void> {
  const client = newClient();
  client.on('error', () => undefined);
  try {
    await client.connect();
    await migrateOn(client, schema, steps);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function migrateOn(client: Client, schema: string, steps: typeof migrations): Promise<void> {
  try {
    const { rows } = await client.query<{ version: string }>('SHOW server_version_num').then((found) => ({
      rows: found.rows.map((row) => ({ version: String(Object.values(row)[0]) })),
    }));
    if (Number(rows[0]?.version) < oldestServer) {
      throw new AppError('STORAGE_FAILED', 'This PostgreSQL is older than 13.', { advice: 'Use a newer one.' });
    }
    await client.query('BEGIN');
    // One process at a time; the others find the tables as they should be.
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`heddle migrations ${schema}`]);
    const known = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
    if (known.rowCount === 0) await client.query(`CREATE SCHEMA ${schema}`);
    const table = await client.query('SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = $2', [
      schema,
      'migrations',
    ]);
    if (table.rowCount === 0) {
      await client.query('CREATE TABLE migrations (number integer PRIMARY KEY, done_at timestamptz DEFAULT now())');
    }
    const done = await client.query<{ last: number }>('SELECT coalesce(max(number), 0) AS last FROM migrations');
    const last = done.rows[0]?.last ?? 0;
    if (last > steps.length) {
      throw new AppError('NEWER_VERSION', 'A newer version of Heddle wrote the data in this PostgreSQL.', {
        advice: 'Use that version. Nothing that is stored was changed.',
      });
    }
    for (const step of steps) {
      if (step.to <= last) continue;
      for (const statement of step.up) await client.query(statement);
      await client.query('INSERT INTO migrations (number) VALUES ($1)', [step.to]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
