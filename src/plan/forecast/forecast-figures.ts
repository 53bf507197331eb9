import { formatCostAfter } from '@/base/figures';
import type { RunForecast } from './forecast';

type Figures = Pick<RunForecast, 'kept' | 'asked' | 'costUsd' | 'unpriced'>;

/** How many tasks a run would not take from the one before, and their cost, for a person: `3 of 9 changed, ≈ $0.13`. */
export function formatForecast(forecast: Figures): string {
  const { kept, asked } = forecast;
  if (kept === 0) return formatAsked(forecast);
  const tasks = (kept + asked).toLocaleString('en');
  if (asked === 0) return `none of ${tasks} changed`;
  return `${asked.toLocaleString('en')} of ${tasks} changed, ${formatForecastCost(forecast)}`;
}

/** The tasks that would run anew, and their cost: `3 to run, ≈ $0.13`, `none to run`. */
export function formatAsked(forecast: Omit<Figures, 'kept'>): string {
  if (forecast.asked === 0) return 'none to run';
  return `${forecast.asked.toLocaleString('en')} to run, ${formatForecastCost(forecast)}`;
}

function formatForecastCost({ costUsd, unpriced }: Pick<Figures, 'costUsd' | 'unpriced'>): string {
  return costUsd === null ? 'cost not known' : `${formatCostAfter('≈', costUsd)}${unpriced > 0 ? ' or more' : ''}`;
}
