import type { StorageUse } from '@/run/runner';

/** Port: what the browser says about the storage of the page. */
export type StorageQuota = () => Promise<Omit<StorageUse, 'runs'>>;

/** Asks the browser; what it does not tell, or a page without https may not ask, is undefined. */
export const browserQuota: StorageQuota = async () => {
  const storage: StorageManager | undefined = globalThis.navigator?.storage;
  const [estimate, persistent] = await Promise.all([
    storage?.estimate().catch(() => undefined),
    storage?.persisted().catch(() => undefined),
  ]);
  return { usage: estimate?.usage, quota: estimate?.quota, persistent };
};
