/**
 * Keys of a stored catalogue: `models`, learned facts and those a person set; `prices`, the fetched price list. Values
 * are JSON.
 */
export type CatalogueKey = 'models' | 'prices';

/** Port: stores a catalogue. */
export interface CatalogueStore {
  get(key: CatalogueKey): Promise<unknown>;
  /**
   * Replaces a value by the result of `change` on the current value, so that no update of another tab or process is
   * lost. `undefined`: removes the value.
   */
  update(key: CatalogueKey, change: (before: unknown) => unknown): Promise<void>;
}
