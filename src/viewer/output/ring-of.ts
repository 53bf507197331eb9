import type { TaskRun } from '@/run/run-state';
import type { RingStatus } from '@/ui/display/status-ring';

/** The ring of a task. `waits`: the run waits for the person. */
export function findRing(task: TaskRun | undefined, waits: boolean): RingStatus {
  if (task === undefined) return 'idle';
  if (task.status === 'running' && waits) return 'paused';
  return task.status === 'cancelled' ? 'skipped' : task.status;
}

/** The word for a ring, for screen readers. */
export const ringWords: { readonly [K in TaskRun['status']]: string } = {
  running: 'Running',
  ok: 'Done',
  failed: 'Failed',
  skipped: 'Skipped',
  cancelled: 'Cancelled',
};
