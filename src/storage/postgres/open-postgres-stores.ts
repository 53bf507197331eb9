import type { FileRepository } from '@/workflow/file-repository';
import type { RemoteRuns } from '../remote-runs';
import type { RemoteText } from '../remote-text';
import type { RunJournal } from '../run-journal';
import { parseSource } from '../run-source-schema';
import { createBlobStore } from './blob-store';
import { createCallIndex } from './call-index';
import { createEventStore } from './event-store';
import { createExecutionStore } from './execution-store';
import { createFileRepository } from './file-repository';
import { createIterationStore } from './iteration-store';
import { openDatabase, type PostgresDatabase } from './open-database';
import { readPostgresAddress } from './postgres-address';
import { createRemoteText } from './remote-text';
import { createRunCheckpoints } from './run-checkpoints';
import { createPostgresLocks } from './run-locks';
import { createRunBroadcast } from './run-news';
import { createRunUpkeep } from './run-upkeep';
import { createSession } from './session';
import { parseJsonColumn, sendQuery } from './transact';

/** The stores of runs in PostgreSQL, for one process of several. */
export interface PostgresStores extends RunJournal {
  /** The files of runs, by the ids of these. */
  readonly files: FileRepository;
  readonly news: RemoteRuns;
  readonly text: RemoteText;
  /** Lets go of all runs and closes all connections; resolves once that is done. */
  end(): Promise<void>;
}

interface Options {
  /** ms since 1970, for the times of saves. */
  readonly now?: () => number;
  /** How long work waits for a database that is away, in ms (default: a minute). */
  readonly patienceMs?: number;
}

/**
 * Opens the stores in PostgreSQL at `postgres://…`, and makes their tables. Errors: `VALIDATION_ERROR` for an address
 * that cannot be read, `STORAGE_FAILED`, `NEWER_VERSION`.
 */
export async function openPostgresStores(
  address: string,
  { now = Date.now, ...options }: Options = {},
): Promise<PostgresStores> {
  const database = await openDatabase(readPostgresAddress(address), options);
  const session = createSession(database);
  const locks = createPostgresLocks(database, session);
  const news = createRunBroadcast(database, session);
  const text = createRemoteText(database, session);
  const blobs = createBlobStore(database);
  let ending: Promise<void> | undefined;
  const endStores = async () => {
    await locks.settled();
    await news.end();
    await text.end();
    await session.end();
    await database.pool.end();
  };
  const stores: PostgresStores = {
    executions: createExecutionStore(database),
    events: createEventStore(database, { numbers: locks.numbers, news }),
    checkpoints: createRunCheckpoints(database, now),
    iterations: createIterationStore(database),
    upkeep: createRunUpkeep(database, locks),
    calls: createCallIndex(database),
    blobs,
    files: createFileRepository(database),
    locks,
    sources: createSources(database),
    // The output of a run is in its payloads, and no program could open a file here.
    keepOutput: async () => {},
    payloadFile: async () => undefined,
    ids: async () => {
      const rows = await sendQuery(database, 'SELECT id FROM executions ORDER BY started_at DESC, id DESC');
      return rows.map((row) => String(row['id']));
    },
    news,
    text,
    close: () => void stores.end().catch(() => undefined),
    end: () => (ending ??= endStores()),
  };
  return stores;
}

function createSources(database: PostgresDatabase): RunJournal['sources'] {
  return {
    put: async (id, source) => {
      await sendQuery(
        database,
        `INSERT INTO sources (execution_id, record) VALUES ($1, $2)
          ON CONFLICT (execution_id) DO UPDATE SET record = excluded.record`,
        [id, JSON.stringify(source)],
      );
    },
    get: async (id) => {
      const [row] = await sendQuery(database, 'SELECT record FROM sources WHERE execution_id = $1', [id]);
      return row && parseSource(parseJsonColumn(row['record']), id);
    },
  };
}
