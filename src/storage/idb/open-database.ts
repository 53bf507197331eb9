import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import { AppError } from '@/base/errors';
import type { IndexedCall } from '@/engine/ports/call-index';
import type { SavedHistory } from '@/workflow/repository';
import type {
  BlobRecord,
  ChunkRecord,
  DefinitionRecord,
  FileRecord,
  HeadRecord,
  IterationRecord,
  PageRecord,
  RevisionRecord,
  SegmentRecord,
  SetAsideRecord,
  SnapshotRecord,
  WorkflowRecord,
} from '../records';
import type { Sealed, Vault } from '../stores';
import { type Migration, migrations } from './migrations';
import { convertStorageError, storageAdvice } from './storage-error';

/** The stores as they are written. What is read is `unknown` until `parseRecord` has checked it. */
interface HeddleSchema extends DBSchema {
  workflows: { key: string; value: WorkflowRecord };
  revisions: {
    key: [string, number];
    value: RevisionRecord;
    indexes: {
      savedAt: [string, string];
      named: [string, string, string];
      imported: [string, number, string, string, string, string];
    };
  };
  histories: { key: string; value: SavedHistory };
  executions: {
    key: string;
    value: HeadRecord;
    indexes: { workflowId: string; status: string; startedAt: string };
  };
  events: { key: [string, number]; value: ChunkRecord };
  segments: { key: [string, number]; value: SegmentRecord };
  setAside: { key: [string, number]; value: SetAsideRecord };
  checkpoints: { key: [string, number, string]; value: SnapshotRecord };
  iterationLogs: {
    key: [string, number];
    value: IterationRecord;
    indexes: { failed: [string, number, number] };
  };
  blobs: { key: [string, string]; value: BlobRecord; indexes: { upload: [string, string] } };
  blobPages: { key: [string, string, number]; value: PageRecord };
  files: { key: [string, string]; value: FileRecord; indexes: { size: [string, string, number] } };
  definitions: { key: [string, number]; value: DefinitionRecord };
  calls: { key: string; value: IndexedCall; indexes: { run: string } };
  callMarks: { key: string; value: number };
  secrets: { key: string; value: Vault | Sealed };
  settings: { key: string; value: unknown };
}
export type HeddleDatabase = IDBPDatabase<HeddleSchema>;
export type StoreName = Exclude<StoreNames<HeddleSchema>, number>;

/** A transaction over the named stores. */
export type HeddleTransaction<S extends StoreName[], M extends IDBTransactionMode> = IDBPTransaction<
  HeddleSchema,
  S,
  M
>;

interface OpenOptions {
  readonly name?: string;
  readonly steps?: typeof migrations;
  /** How long an older tab may block the upgrade of the database, in ms. */
  readonly patience?: number;
}

/**
 * Opens the database and upgrades it. When a newer version of Heddle wants to upgrade it, this connection is closed:
 * later calls then fail with `STORAGE_FAILED`. Errors: `NEWER_VERSION`, `STORAGE_FAILED`.
 */
export async function openDatabase({
  name = 'heddle',
  steps = migrations,
  patience = 3000,
}: OpenOptions = {}): Promise<HeddleDatabase> {
  return new Promise((resolve, reject) => {
    let refused = false;
    const refuseOpening = (error: AppError) => {
      refused = true;
      reject(error);
    };
    // Async, because a browser that forbids storage throws synchronously.
    const openNow = async () =>
      openDB<HeddleSchema>(name, steps.length, {
        upgrade: (database, from, _to, transaction) => {
          // Migrations know nothing of today's schema.
          const [plain, change] = [database, transaction] as unknown as Parameters<Migration['up']>;
          for (const step of steps) if (step.to > from) step.up(plain, change);
        },
        blocked: () => void setTimeout(refuseOpening, patience, createBlockedError()),
        blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
      });
    openNow().then(
      // A connection that opens after the refusal is closed again, because it would block other tabs.
      (database) => (refused ? database.close() : resolve(database)),
      (error: unknown) => refuseOpening(openError(error)),
    );
  });
}

function createBlockedError(): AppError {
  return new AppError('STORAGE_FAILED', 'Another tab with an older version of Heddle keeps the storage busy.', {
    advice: 'Close the other tabs of Heddle, then reload this one.',
  });
}

function openError(error: unknown): AppError {
  if (error instanceof DOMException && error.name === 'VersionError') {
    return new AppError('NEWER_VERSION', 'A newer version of Heddle wrote the data that is stored here.', {
      advice: 'Reload the page to get the newest version. Nothing that is stored was changed.',
      cause: error,
    });
  }
  const failure = convertStorageError(error);
  if (failure.code !== 'STORAGE_FAILED') return failure;
  return new AppError('STORAGE_FAILED', 'The storage of the browser could not be opened.', {
    advice: storageAdvice,
    cause: error,
  });
}
