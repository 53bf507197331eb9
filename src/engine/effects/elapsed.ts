import type { Clock } from '../ports/machine';

/** How many ms have passed since a time, by the clock; 0 if the clock was set back meanwhile. */
export function computeElapsedMs(clock: Pick<Clock, 'now'>, since: number): number {
  return Math.max(0, clock.now() - since);
}
