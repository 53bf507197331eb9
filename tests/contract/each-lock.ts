import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { createFolderLocks } from '@/storage/folder/folder-locks';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import type { RunLocks } from '@/storage/run-locks';
import { createWebLocks } from '@/worker/tabs/tab-locks';
import { createLockManager } from '../support/lock-manager';

/**
 * Runs one suite against every kind of lock; `open` returns locks that nobody holds, `canSteal` says whether they
 * support stealing.
 */
export function describeEachLock(port: string, suite: (open: () => RunLocks, canSteal: boolean) => void): void {
  describe(`${port} with locks of the browser`, () => suite(() => createWebLocks(createLockManager()), true));
  describe(`${port} with locks in memory`, () => suite(createMemoryRunLocks, true));
  describe(`${port} with locks in files`, () =>
    suite(() => createFolderLocks(mkdtempSync(join(tmpdir(), 'heddle-locks-')), () => {}), false));
}
