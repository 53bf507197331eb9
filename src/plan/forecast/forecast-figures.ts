import { formatCostAfter } from '@/base/figures';
import type { RunForecast } from './forecast';

type Figures = Pick<RunForecast, 'kept' | 'asked' | 'costUsd' | 'unpriced' | 'before'>;

/** How many tasks a run would not take from the one before, and their cost, for a person: `3 of 9 changed, ≈ $0.13`. */
export function formatForecast(forecast: Figures): string {
  const { kept, asked } = forecast;
  if (kept === 0) return formatAsked(forecast);
  const tasks = (kept + asked).toLocaleString('en');
  if (asked === 0) return `none of ${tasks} changed`;
  return `${asked.toLocaleString('en')} of ${tasks} changed, ${formatOpen(forecast)}`;
}

/** The tasks that would run anew, and their cost: `3 to run, ≈ $0.13`, `none to run`. */
export function formatAsked(forecast: Omit<Figures, 'kept'>): string {
  if (forecast.asked === 0) return 'none to run';
  return `${forecast.asked.toLocaleString('en')} to run, ${formatOpen(forecast)}`;
}

/** What is known of the tasks that are open. An older run may answer some of them: then the cost is the most. */
function formatOpen({ costUsd, unpriced, before = 0 }: Omit<Figures, 'kept' | 'asked'>): string {
  const answered = before === 0 ? '' : `up to ${before.toLocaleString('en')} answered before, `;
  if (costUsd === null) return `${answered}cost not known`;
  const bound = unpriced > 0 ? ' or more' : before > 0 && costUsd > 0 ? ' or less' : '';
  return `${answered}${formatCostAfter('≈', costUsd)}${bound}`;
}
