import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { openIdbStores } from '@/storage/idb/open-idb-stores';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import type { Stores } from '@/storage/stores';

type Open = (options?: { readonly now?: () => number }) => Promise<Stores>;

let databases = 0;
const start = Date.parse('2026-11-01T10:00:00.000Z');

/** Runs one suite against every kind of store; `open` gives empty stores. */
export function describeEachStore(port: string, suite: (open: Open) => void): void {
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
