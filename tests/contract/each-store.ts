import 'fake-indexeddb/auto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe } from 'vitest';
import { openRunJournal } from '@/storage/folder/open-run-journal';
import { openIdbStores } from '@/storage/idb/open-idb-stores';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { openPostgresStores, type PostgresStores } from '@/storage/postgres/open-postgres-stores';
import type { RunJournal } from '@/storage/run-journal';
import type { RunStores, Stores } from '@/storage/stores';
import { type PostgresServer, sharedPostgres } from '../support/postgres';

type Open<S> = (options?: { readonly now?: () => number }) => Promise<S>;

let databases = 0;
const start = Date.parse('2026-11-01T10:00:00.000Z');

/** Runs one suite against every kind of store of a browser; `open` returns empty stores. */
export function describeEachStore(port: string, suite: (open: Open<Stores>) => void): void {
  describe(`${port} in IndexedDB`, () => {
    suite(({ now = () => start } = {}) => {
      databases += 1;
      return openIdbStores({ name: `contract-${databases}`, now });
    });
  });
  describe(`${port} in memory`, () => {
    suite(async ({ now = () => start } = {}) => createMemoryStores({ now }));
  });
}

/** Runs a suite about files against every kind of store that keeps them by itself. */
export function describeEachFileStore(port: string, suite: (open: Open<Pick<Stores, 'files'>>) => void): void {
  describeEachStore(port, suite);
  if (inSoak) describeInPostgres(port, suite);
}

/** PostgreSQL is for the soak tests only. */
export const inSoak = process.env['SOAK'] !== undefined;

function describeInPostgres(port: string, suite: (open: Open<PostgresStores>) => void): void {
  describe(`${port} in PostgreSQL`, () => {
    let server: Pick<PostgresServer, 'newAddress'>;
    const opened: PostgresStores[] = [];
    beforeAll(async () => {
      server = await sharedPostgres();
    });
    afterEach(async () => {
      for (const stores of opened.splice(0)) await stores.end();
    });
    suite(async ({ now = () => start } = {}) => {
      const stores = await openPostgresStores(server.newAddress(), { now });
      opened.push(stores);
      return stores;
    });
  });
}

/** Runs a suite about runs against every kind of store: the command line stores them in files. */
export function describeEachRunStore(port: string, suite: (open: Open<RunStores>) => void): void {
  describeEachStore(port, suite);
  if (inSoak) describeInPostgres(port, suite);
  describe(`${port} in files`, () => {
    const opened: RunJournal[] = [];
    afterEach(() => {
      for (const files of opened.splice(0)) files.close();
    });
    suite(async () => {
      const files = openRunJournal(mkdtempSync(join(tmpdir(), 'heddle-runs-')), () => {});
      opened.push(files);
      return files;
    });
  });
}
