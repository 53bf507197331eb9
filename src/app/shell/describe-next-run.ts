import type { RunForecast } from '@/plan/forecast/forecast';
import { formatForecast } from '@/plan/forecast/forecast-figures';

/**
 * Where *Run* runs, and how many tasks it would run anew: `On Loom: 4 of 9 changed, ≈ $0.13`; undefined: nothing
 * is known.
 */
export function describeNextRun(forecast: RunForecast | undefined, server: string | undefined): string | undefined {
  const figures = forecast && formatForecast(forecast);
  return server === undefined ? figures : [`On ${server}`, figures].filter(Boolean).join(': ');
}
