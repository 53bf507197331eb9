import type { IDBPDatabase, IDBPTransaction } from 'idb';

/**
 * One migration of the database. Migrations are frozen once released: they use names, never today's types, and a change
 * is a new migration at the end.
 */
export interface Migration {
  readonly to: number;
  readonly why: string;
  readonly up: (database: IDBPDatabase, transaction: IDBPTransaction<unknown, string[], 'versionchange'>) => void;
}

/** All migrations, numbered from 1 without a gap: their count is the version of the database. */
export const migrations: readonly Migration[] = [
  {
    to: 1,
    why: 'Workflows with their saved states, runs with their events and payloads, encrypted keys, settings.',
    up: (database) => {
      database.createObjectStore('workflows', { keyPath: 'id' });
      const revisions = database.createObjectStore('revisions', { keyPath: ['workflowId', 'revision'] });
      revisions.createIndex('savedAt', ['workflowId', 'savedAt']);
      // Separate from the workflow, so that a list of workflows reads no undo history.
      database.createObjectStore('histories');
      const executions = database.createObjectStore('executions', { keyPath: 'id' });
      for (const index of ['workflowId', 'status', 'startedAt']) executions.createIndex(index, index);
      database.createObjectStore('events', { keyPath: ['executionId', 'firstSeq'] });
      database.createObjectStore('blobs', { keyPath: ['executionId', 'hash'] });
      database.createObjectStore('secrets');
      database.createObjectStore('settings');
    },
  },
  {
    to: 2,
    why: 'Saved states may have a name. The index holds those that have, so that a list of them reads no text.',
    up: (_database, transaction) => {
      transaction.objectStore('revisions').createIndex('named', ['workflowId', 'name', 'savedAt']);
    },
  },
  {
    to: 3,
    why: 'Files of workflows. The index holds their sizes, so that a list of them reads no contents.',
    up: (database) => {
      const files = database.createObjectStore('files', { keyPath: ['workflowId', 'path'] });
      files.createIndex('size', ['workflowId', 'path', 'bytes']);
    },
  },
  {
    to: 4,
    why: 'Payloads in pages, so that one that is written or read bit by bit is never in memory as a whole.',
    up: (database) => void database.createObjectStore('blobPages', { keyPath: ['executionId', 'upload', 'page'] }),
  },
  {
    to: 5,
    why: 'Old events in packed segments, snapshots of runs, their iterations, and what was cut off a damaged log.',
    up: (database, transaction) => {
      database.createObjectStore('segments', { keyPath: ['executionId', 'firstSeq'] });
      // The parts of a snapshot are read separately.
      database.createObjectStore('checkpoints', { keyPath: ['executionId', 'seq', 'part'] });
      const iterations = database.createObjectStore('iterationLogs', { keyPath: ['executionId', 'ordinal'] });
      iterations.createIndex('failed', ['executionId', 'failed', 'ordinal']);
      database.createObjectStore('setAside', { keyPath: ['executionId', 'n'] });
      // Only payloads in pages have an upload: the index shows which pages belong to a payload, without reading any.
      transaction.objectStore('blobs').createIndex('upload', ['executionId', 'upload']);
    },
  },
  {
    to: 6,
    why: 'Definitions that are kept across workflows, with their versions.',
    up: (database) => void database.createObjectStore('definitions', { keyPath: ['name', 'version'] }),
  },
  {
    to: 7,
    why: 'Heads of runs may hold a star, tags and a note, which an earlier version would take for damage.',
    up: () => undefined,
  },
  {
    to: 8,
    why: 'Which calls of models were answered where, by the hashes of the calls, and in which runs they were looked for.',
    up: (database) => {
      database.createObjectStore('calls', { keyPath: 'hash' }).createIndex('run', 'run');
      database.createObjectStore('callMarks');
    },
  },
  {
    to: 9,
    why: 'Saved states may keep the file that they were imported from. The index lists those that do without reading it.',
    up: (_database, transaction) => {
      transaction
        .objectStore('revisions')
        .createIndex('imported', [
          ...['workflowId', 'revision', 'savedAt'],
          ...['imported.format', 'imported.name', 'imported.file'],
        ]);
    },
  },
];
