import type { Forecast } from '@/plan/forecast/forecast';
import type { TaskRun } from '@/run/run-state';
import type { BadgeStatus, RunPhase } from './task-badge';

/** The status of a task drawn as a block: that of its badge, without computing its words. */
export function computeBlockStatus(
  isDisabled: boolean,
  run: TaskRun | undefined,
  phase: RunPhase,
  forecast?: Forecast,
): BadgeStatus {
  if (!run) return isDisabled ? 'skipped' : phase === 'none' ? 'idle' : 'queued';
  if (run.status === 'cancelled') return 'skipped';
  if (run.status === 'ok' && run.error === undefined && forecast !== undefined && forecast !== 'kept')
    return forecast === 'asked' ? 'stale' : 'maybe';
  if (run.status !== 'running') return run.status;
  return phase === 'running' ? 'running' : phase === 'none' ? 'idle' : 'paused';
}
