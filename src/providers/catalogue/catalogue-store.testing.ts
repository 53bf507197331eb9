import type { CatalogueKey, CatalogueStore } from './catalogue-store';

/** A catalogue store in memory only. */
export function createMemoryCatalogueStore(values: { readonly [K in CatalogueKey]?: unknown } = {}): CatalogueStore {
  const kept = new Map<CatalogueKey, unknown>(Object.entries(values) as [CatalogueKey, unknown][]);
  return {
    get: async (key) => kept.get(key),
    update: async (key, change) => {
      kept.set(key, change(kept.get(key)));
    },
  };
}
