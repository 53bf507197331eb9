import type { Forecast } from '@/plan/forecast/forecast';
import type { TaskRun } from '@/run/run-state';
import { findShownStatus } from '@/run/shown-status';
import type { RingStatus } from '@/ui/display/status-ring';
import type { RunPhase } from './task-badge';

/** The status of a task drawn as a block: that of its badge, without computing its words. `isDry`: of a dry run. */
export function computeBlockStatus(
  isDisabled: boolean,
  run: TaskRun | undefined,
  phase: RunPhase,
  { forecast, isDry = false }: { readonly forecast?: Forecast | undefined; readonly isDry?: boolean } = {},
): RingStatus {
  if (!run) return isDisabled ? 'skipped' : phase === 'none' ? 'idle' : 'queued';
  const status = findShownStatus(run);
  if (status === 'cancelled') return 'skipped';
  if (status === 'ok' && isDry) return 'simulated';
  if (status === 'ok' && forecast !== undefined && forecast !== 'kept') return forecast === 'asked' ? 'stale' : 'maybe';
  if (status !== 'running') return status;
  return phase === 'running' ? 'running' : phase === 'none' ? 'idle' : 'paused';
}
