import { z } from 'zod';
import { defined } from '@/base/defined';
import type { DatedPrice } from './families/family-rule';
import { type NameMatch, readMatch } from './name-match';
import { readPrices } from './read-prices';

/** A model of a price list. */
export interface PriceListModel {
  readonly id: string;
  readonly match: NameMatch;
  readonly window?: number;
  /** Empty: unknown. */
  readonly prices: readonly DatedPrice[];
}

/** A price list in the format of `@pydantic/genai-prices`; each provider is parsed on first use. */
export interface PriceData {
  modelsOf(provider: string): readonly PriceListModel[];
}

/** Limits for lists from elsewhere. The list of September 2026 has 43 providers, the largest with 701 models. */
export const priceDataLimits = { bytes: 8 * 2 ** 20, providers: 500, models: 20_000 } as const;

const listedProvider = z.object({ id: z.string().max(100), models: z.array(z.unknown()) });
const listedModel = z.object({
  id: z.string().min(1).max(200),
  match: z.unknown(),
  context_window: z.number().int().min(1).max(1_000_000_000).optional().catch(undefined),
  prices: z.unknown(),
});

/**
 * Reads a price list. Throws `RangeError` with a message for a person if the data is no price list, or too large a one;
 * invalid entries are left out.
 */
export function readPriceData(data: unknown): PriceData {
  const list = z.array(z.unknown()).safeParse(data).data;
  if (list === undefined) throw new RangeError('This is not a price list.');
  if (list.length > priceDataLimits.providers) throw new RangeError('This price list has too many providers.');
  const providers = new Map<string, readonly unknown[]>();
  let models = 0;
  for (const each of list) {
    const provider = listedProvider.safeParse(each).data;
    if (provider === undefined) continue;
    models += provider.models.length;
    if (models > priceDataLimits.models)
      throw new RangeError(`This price list has more than ${priceDataLimits.models} models.`);
    providers.set(provider.id, provider.models);
  }
  if (providers.size === 0) throw new RangeError('This price list has no providers.');
  const read = new Map<string, readonly PriceListModel[]>();
  return {
    modelsOf(provider) {
      const known = read.get(provider);
      if (known !== undefined) return known;
      const listed = (providers.get(provider) ?? []).flatMap(readModel);
      // Caches only existing providers, because names come from documents.
      if (providers.has(provider)) read.set(provider, listed);
      return listed;
    },
  };
}

function readModel(value: unknown): readonly PriceListModel[] {
  const model = listedModel.safeParse(value).data;
  const match = readMatch(model?.match);
  if (model === undefined || match === undefined) return [];
  const { id, context_window: window } = model;
  return [{ id, match, ...defined({ window }), prices: readPrices(id, model.prices) }];
}
