import type { RunGap } from '../log/run-history';
import type { Clock } from '../ports/machine';
import { computeElapsedMs } from './elapsed';

/** When a run did not work. */
export interface IdleTime {
  /** When no process ran it. */
  readonly gaps: readonly RunGap[];
  /** How many ms of the time in question this process only waited. */
  readonly idleMs: number;
}

/** How many ms a run has worked since a time: without those in which no process ran it, or all of it only waited. */
export function computeWorkedMs(clock: Pick<Clock, 'now'>, since: number, { gaps, idleMs }: IdleTime): number {
  const away = gaps.reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, since)), 0);
  return Math.max(0, computeElapsedMs(clock, since) - away - idleMs);
}
