import type { PlanEstimate } from './estimate';

/**
 * The days of the prices of a plan in words: `2026-09-23`, or where they differ `2026-09-23, openai:gpt of 2026-11-22`.
 * `format` writes a day.
 */
export function formatPriceDays(
  { pricesAsOf, priceDates }: Pick<PlanEstimate, 'pricesAsOf' | 'priceDates'>,
  format: (day: string) => string = (day) => day,
): string {
  const others = Object.entries(priceDates).filter(([, day]) => day !== pricesAsOf);
  return [format(pricesAsOf), ...others.map(([model, day]) => `${model} of ${format(day)}`)].join(', ');
}
