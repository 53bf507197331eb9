import type { ShownStatus } from '@/run/shown-status';
import type { RingStatus } from '@/ui/display/status-ring';

/** The ring of a task; undefined: it has not run. `waits`: the run waits for the person. */
export function findRing(status: ShownStatus | undefined, waits: boolean): RingStatus {
  if (status === undefined) return 'idle';
  if (status === 'running' && waits) return 'paused';
  return status === 'cancelled' ? 'skipped' : status;
}
