import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { createFolderLocks } from '@/storage/folder/folder-locks';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import { openPostgresStores, type PostgresStores } from '@/storage/postgres/open-postgres-stores';
import type { RunLocks } from '@/storage/run-locks';
import { createAskedLocks } from '@/worker/tabs/asked-locks';
import { createWebLocks } from '@/worker/tabs/tab-locks';
import { createLockManager } from '../support/lock-manager';
import { type PostgresServer, sharedPostgres } from '../support/postgres';
import { inSoak } from './each-store';

/**
 * Runs one suite against every kind of lock; `open` returns locks that nobody holds, `canSteal` says whether they
 * support stealing.
 */
export function describeEachLock(
  port: string,
  suite: (open: () => RunLocks | Promise<RunLocks>, canSteal: boolean) => void,
): void {
  describe(`${port} with locks of the browser`, () => suite(() => createWebLocks(createLockManager()), true));
  describe(`${port} with locks in memory`, () => suite(createMemoryRunLocks, true));
  describe(`${port} with locks that tabs ask each other for`, () => {
    const channel = new BroadcastChannel('heddle.contract.locks');
    afterAll(() => channel.close());
    suite(() => createAskedLocks(channel, 10), true);
  });
  describe(`${port} with locks in files`, () =>
    suite(() => createFolderLocks(mkdtempSync(join(tmpdir(), 'heddle-locks-')), () => {}), false));
  if (!inSoak) return;
  describe(`${port} with locks in PostgreSQL`, () => {
    let server: Pick<PostgresServer, 'newAddress'>;
    const opened: PostgresStores[] = [];
    beforeAll(async () => {
      server = await sharedPostgres();
    });
    afterEach(async () => {
      for (const stores of opened.splice(0)) await stores.end();
    });
    suite(async () => {
      const stores = await openPostgresStores(server.newAddress());
      opened.push(stores);
      return stores.locks;
    }, false);
  });
}
