/**
 * One migration of the tables. Migrations are frozen once released: a change is a new migration at the end. All of them
 * that are missing run in one transaction.
 */
export interface Migration {
  readonly to: number;
  readonly why: string;
  readonly up: readonly string[];
}

/** Text that sorts by its bytes, as ids do everywhere else. */
const key = 'text COLLATE "C" NOT NULL';

/** All migrations, numbered from 1 without a gap. */
export const migrations: readonly Migration[] = [
  {
    to: 1,
    // Before the first release it also made tables for workflows, definitions and keys, which nothing opened.
    why: 'What IndexedDB keeps of runs in its version 7, with the owners of runs and where runs were started from.',
    up: [
      // JSON is text, not jsonb: that takes no \u0000, and would have to be read to be changed.
      // The owner is the number of the process that may write; it is read with the head of every append.
      `CREATE TABLE executions (id ${key} PRIMARY KEY, workflow_id ${key}, status ${key}, started_at ${key},
        owner integer NOT NULL, head text NOT NULL, annotations text)`,
      'CREATE INDEX executions_by_workflow ON executions (workflow_id)',
      'CREATE INDEX executions_by_status ON executions (status)',
      'CREATE INDEX executions_by_start ON executions (started_at, id)',
      `CREATE TABLE owners (execution_id ${key} PRIMARY KEY, number integer NOT NULL, name text NOT NULL)`,
      `CREATE TABLE sources (execution_id ${key} PRIMARY KEY, record text NOT NULL)`,
      `CREATE TABLE events (execution_id ${key}, first_seq integer NOT NULL, last_seq integer NOT NULL,
        summary text NOT NULL, json text NOT NULL, PRIMARY KEY (execution_id, first_seq))`,
      `CREATE TABLE set_aside (execution_id ${key}, n integer NOT NULL, after_seq integer NOT NULL,
        record text NOT NULL, PRIMARY KEY (execution_id, n))`,
      `CREATE TABLE snapshots (execution_id ${key}, seq integer NOT NULL, part ${key}, plan_hash text NOT NULL,
        saved_at text NOT NULL, gzip bytea NOT NULL, hash text NOT NULL, PRIMARY KEY (execution_id, seq, part))`,
      `CREATE TABLE iterations (execution_id ${key}, ordinal integer NOT NULL, seq integer NOT NULL,
        failed integer NOT NULL, event text NOT NULL, PRIMARY KEY (execution_id, ordinal))`,
      'CREATE INDEX iterations_failed ON iterations (execution_id, failed, ordinal)',
      `CREATE TABLE blobs (execution_id ${key}, hash ${key}, upload text COLLATE "C", record text, gzip bytea,
        PRIMARY KEY (execution_id, hash))`,
      'CREATE INDEX blobs_by_upload ON blobs (execution_id, upload)',
      `CREATE TABLE blob_pages (execution_id ${key}, upload ${key}, page integer NOT NULL, data bytea NOT NULL,
        PRIMARY KEY (execution_id, upload, page))`,
      // What is packed already is not packed again.
      'ALTER TABLE snapshots ALTER COLUMN gzip SET STORAGE EXTERNAL',
      'ALTER TABLE blobs ALTER COLUMN gzip SET STORAGE EXTERNAL',
      'ALTER TABLE blob_pages ALTER COLUMN data SET STORAGE EXTERNAL',
      `CREATE TABLE files (workflow_id ${key}, path ${key}, bytes integer NOT NULL, content bytea NOT NULL,
        PRIMARY KEY (workflow_id, path))`,
      // What holds for all processes, by name.
      `CREATE TABLE settings (key ${key} PRIMARY KEY, record text NOT NULL)`,
    ],
  },
  {
    to: 2,
    why: 'Which calls of models were answered where, by the hashes of the calls, and in which runs they were looked for.',
    up: [
      `CREATE TABLE calls (hash ${key} PRIMARY KEY, run ${key}, seq integer NOT NULL, t float8 NOT NULL,
        cost_usd float8, tokens float8 NOT NULL)`,
      'CREATE INDEX calls_by_run ON calls (run)',
      `CREATE TABLE call_marks (run ${key} PRIMARY KEY, seq integer NOT NULL)`,
    ],
  },
];
