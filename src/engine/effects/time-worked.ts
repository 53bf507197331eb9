import type { RunGap } from '../log/run-history';
import type { Clock } from '../ports/machine';
import { elapsed } from './elapsed';

/** How many ms a run has worked since a time: without the gaps in which no process ran it. */
export function timeWorked(clock: Pick<Clock, 'now'>, since: number, gaps: readonly RunGap[]): number {
  const idle = gaps.reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, since)), 0);
  return Math.max(0, elapsed(clock, since) - idle);
}
