import { z } from 'zod';
import type { DatedList } from './layers';
import { readPriceData } from './price-data';

const version = 1;
const keptSchema = z.object({ version: z.literal(version), at: z.iso.datetime(), data: z.unknown() });

/** A price list as it is stored. `at`: ISO time when it was fetched. */
export function buildStoredPrices(data: unknown, at: string): unknown {
  return { version, at, data };
}

/** When the stored list was fetched, which detects a newer one; undefined if there is none. */
export function readFetchedAt(value: unknown): string | undefined {
  return keptSchema.safeParse(value).data?.at;
}

/** The stored price list; undefined if there is none, or none that can be read. */
export function readKeptPrices(value: unknown): DatedList | undefined {
  const kept = keptSchema.safeParse(value).data;
  if (kept === undefined) return undefined;
  try {
    return { date: kept.at.slice(0, 10), data: readPriceData(kept.data) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
