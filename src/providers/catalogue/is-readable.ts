import { z } from 'zod';
import type { CatalogueKey } from './catalogue-store';
import { readStoredModels } from './stored-models';
import { readKeptPrices } from './stored-prices';

const versioned = z.object({ version: z.number().int().min(2) });

/**
 * Whether a stored value can be read, or was written by a newer Heddle and must not be changed; null: nothing is
 * stored.
 */
export function isKnownVersion(key: CatalogueKey, value: unknown): boolean {
  if (value === null || versioned.safeParse(value).success) return true;
  return (key === 'models' ? readStoredModels(value) : readKeptPrices(value)) !== undefined;
}
