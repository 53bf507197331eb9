import { z } from 'zod';
import { defined, omitEmpty } from '@/base/defined';
import type { Price } from '@/plan/model-facts';
import type { DatedPrice } from './families/family-rule';

/** USD for a million tokens. The maximum is above the price of any model. */
const usd = z.number().min(0).max(1_000_000);
const figure = z.union([
  usd,
  z.object({
    base: usd,
    tiers: z.array(z.object({ start: z.number().int().min(0).max(1_000_000_000), price: usd })).max(20),
  }),
]);
const modelPrice = z.object({
  input_mtok: figure.optional(),
  output_mtok: figure.optional(),
  cache_read_mtok: figure.optional(),
  cache_write_mtok: figure.optional(),
});
const clock = z.string().regex(/^\d{2}:\d{2}/);
const constraint = z.union([z.object({ start_date: z.iso.date() }), z.object({ start_time: clock, end_time: clock })]);
const dated = z.array(z.object({ constraint: constraint.optional(), prices: modelPrice })).max(100);

type Figure = z.infer<typeof figure>;

/** The prices of a model in a price list; none if they cannot be read, or are not for input and output tokens. */
export function readPrices(id: string, value: unknown): readonly DatedPrice[] {
  const entries = Array.isArray(value) ? dated.safeParse(value).data : readSinglePrice(value);
  return (entries ?? []).flatMap((entry) => {
    const price = buildPrice(id, entry.prices);
    return price === undefined ? [] : [{ price, ...readWhen(entry.constraint) }];
  });
}

function readSinglePrice(value: unknown): z.infer<typeof dated> | undefined {
  const prices = modelPrice.safeParse(value).data;
  return prices && [{ prices }];
}

function readWhen(when: z.infer<typeof constraint> | undefined): Omit<DatedPrice, 'price'> {
  if (when === undefined) return {};
  if ('start_date' in when) return { from: when.start_date };
  return { during: [parseSeconds(when.start_time), parseSeconds(when.end_time)] };
}

function parseSeconds(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60;
}

function buildPrice(id: string, prices: z.infer<typeof modelPrice>): Price | undefined {
  const { input_mtok: input, output_mtok: output, cache_read_mtok: read, cache_write_mtok: write } = prices;
  if (input === undefined || output === undefined) {
    // The list contains no prices for the free models of OpenRouter; for other models a missing price is unknown.
    return id.endsWith(':free') ? { inputPerMillion: 0, outputPerMillion: 0 } : undefined;
  }
  const computePriceAt = (tokens: number) => ({
    inputPerMillion: findFigure(input, tokens),
    outputPerMillion: findFigure(output, tokens),
    ...(read === undefined ? {} : { cacheReadPerMillion: findFigure(read, tokens) }),
    ...(write === undefined ? {} : { cacheWritePerMillion: findFigure(write, tokens) }),
  });
  const figures = [input, output, read, write].filter((each) => typeof each === 'object');
  const starts = [...new Set(figures.flatMap(({ tiers }) => tiers.map(({ start }) => start)))].toSorted(
    (a, b) => a - b,
  );
  const tiers = starts.map((above) => ({ above, ...computePriceAt(above + 1) }));
  return { ...computePriceAt(0), ...defined({ tiers: omitEmpty(tiers) }) };
}

/** The price for a call with this many input tokens. */
function findFigure(price: Figure, tokens: number): number {
  if (typeof price === 'number') return price;
  const fitting = price.tiers.filter(({ start }) => tokens > start).toSorted((a, b) => a.start - b.start);
  return fitting.at(-1)?.price ?? price.base;
}
