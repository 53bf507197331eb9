import type { AppStores } from './context';

/** Makes a store of a page when it is first asked for; later it is the same, so that it stays while nobody looks. */
export function createPageStore<T>(create: (stores: AppStores) => T): (stores: AppStores) => T {
  const kept = new WeakMap<AppStores, T>();
  return (stores) => {
    const store = kept.get(stores) ?? create(stores);
    kept.set(stores, store);
    return store;
  };
}
