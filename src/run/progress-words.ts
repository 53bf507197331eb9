import { formatDuration } from '@/base/figures';
import type { PipelineProgress } from './run-state';

/** A rate in words: `830 steps a second`, `2.4 steps a second`, `12 steps a minute`. */
export function formatRate(perSecond: number): string {
  if (perSecond >= 10) return `${Math.round(perSecond).toLocaleString('en')} steps a second`;
  if (perSecond >= 1) return `${perSecond.toFixed(1)} steps a second`;
  return `${(perSecond * 60).toFixed(perSecond * 60 < 10 ? 1 : 0)} steps a minute`;
}

/** How far a pipeline is, in words: `847 of 1,000 steps, 2.5 steps a second, 1:01 left`. */
export function formatProgress({ done, total, rate, leftMs }: PipelineProgress): string {
  const isGoing = done < total;
  return [
    `${done.toLocaleString('en')} of ${total.toLocaleString('en')} steps`,
    ...(isGoing && typeof rate === 'number' ? [formatRate(rate)] : []),
    ...(isGoing && leftMs !== null ? [`${formatDuration(leftMs)} left`] : []),
  ].join(', ');
}
