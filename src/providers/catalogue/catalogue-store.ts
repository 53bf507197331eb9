/**
 * Where a catalogue is kept: `models`, what was learned and what a person said; `prices`, the price list that was
 * fetched. Values are JSON.
 */
export type CatalogueKey = 'models' | 'prices';

/** Port: what keeps a catalogue. */
export interface CatalogueStore {
  get(key: CatalogueKey): Promise<unknown>;
  /**
   * Puts in the place of a value what `change` makes of it as it stands now, so that nothing is lost of what another
   * tab or process put there. `undefined`: nothing is kept.
   */
  update(key: CatalogueKey, change: (before: unknown) => unknown): Promise<void>;
}

/** A catalogue that is kept nowhere. */
export function memoryCatalogueStore(values: { readonly [K in CatalogueKey]?: unknown } = {}): CatalogueStore {
  const kept = new Map<CatalogueKey, unknown>(Object.entries(values) as [CatalogueKey, unknown][]);
  return {
    get: async (key) => kept.get(key),
    update: async (key, change) => {
      kept.set(key, change(kept.get(key)));
    },
  };
}
