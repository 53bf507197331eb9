import type { StorageUse } from '@/run/runner';

/** Port: what the browser reports about the storage of the page. */
export type StorageQuota = () => Promise<Omit<StorageUse, 'runs'>>;

/** Asks the browser; a figure is undefined if the browser does not report it, or if the page is not served by https. */
export const readBrowserQuota: StorageQuota = async () => {
  const storage: StorageManager | undefined = globalThis.navigator?.storage;
  const [estimate, persistent] = await Promise.all([
    storage?.estimate().catch(() => undefined),
    storage?.persisted().catch(() => undefined),
  ]);
  return { usage: estimate?.usage, quota: estimate?.quota, persistent };
};
