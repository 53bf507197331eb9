import { useCallback, useEffect, useState } from 'react';

/** How much of the browser's storage is used, in bytes, and whether the browser has promised to keep it. */
export interface BrowserStorageUse {
  readonly usage: number;
  readonly quota: number;
  readonly persisted: boolean;
}

/** The state of the storage; undefined if the browser does not report it. `look` reads it again. */
export function useStorageUse(): { readonly use: BrowserStorageUse | undefined; readonly look: () => void } {
  const [use, setUse] = useState<BrowserStorageUse>();
  const look = useCallback(() => {
    void readStorageUse().then(setUse, () => setUse(undefined));
  }, []);
  useEffect(look, [look]);
  return { use, look };
}

async function readStorageUse(): Promise<BrowserStorageUse> {
  const { usage = 0, quota = 0 } = await navigator.storage.estimate();
  return { usage, quota, persisted: await navigator.storage.persisted() };
}
