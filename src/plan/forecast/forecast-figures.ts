import { formatCost } from '@/base/figures';
import type { RunForecast } from './forecast';

type Figures = Pick<RunForecast, 'kept' | 'asked' | 'costUsd' | 'unpriced'>;

/** What a run would take and ask, for a person: `6 kept, 3 asked, ≈ $0.13`. */
export function formatForecast(forecast: Figures): string {
  const { kept } = forecast;
  return `${kept > 0 ? `${kept.toLocaleString('en')} kept, ` : ''}${formatAsked(forecast)}`;
}

/** `3 asked, ≈ $0.13`, `none asked`. */
export function formatAsked({ asked, costUsd, unpriced }: Omit<Figures, 'kept'>): string {
  if (asked === 0) return 'none asked';
  const cost = costUsd === null ? 'cost not known' : `≈ ${formatCost(costUsd)}${unpriced > 0 ? ' or more' : ''}`;
  return `${asked.toLocaleString('en')} asked, ${cost}`;
}
