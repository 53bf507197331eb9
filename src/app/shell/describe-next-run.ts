import type { RunForecast } from '@/plan/forecast/forecast';
import { formatForecast } from '@/plan/forecast/forecast-figures';

/**
 * Where *Run* runs, and how many tasks it would run anew: `On Loom: 4 of 9 changed, ≈ $0.13`; undefined: nothing
 * is known.
 */
export function describeNextRun(forecast: RunForecast | undefined, server: string | undefined): string | undefined {
  // A server takes answers from the run that is continued only.
  const figures =
    forecast && formatForecast({ ...forecast, before: server === undefined ? (forecast.before ?? 0) : 0 });
  return server === undefined ? figures : [`On ${server}`, figures].filter(Boolean).join(': ');
}
