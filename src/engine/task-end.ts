import type { Plan, PlannedTask } from '@/plan/plan';
import type { SkipReason } from '@/run/events';

/** A task that did not run, and why; `because`: the task that is the cause, if one is. */
export interface Skip {
  readonly status: 'skipped';
  readonly reason: SkipReason;
  readonly because?: string;
}

/** How a task ended, as far as others hang on it. A failed result under `continue` is `completed`. */
export type TaskEnd = { readonly status: 'completed' | 'failed' | 'cancelled' } | Skip;

/**
 * The trigger rule: a task runs when its dependencies have all ended, none failed and at least one completed, or it has none.
 * Else it is skipped. A dependency that was skipped because of a failure counts as failed too (decided, as in Airflow): a join
 * must not run with a hole that a failure left.
 */
export function triggerRule(task: PlannedTask, plan: Plan, ends: readonly (TaskEnd | undefined)[]): Skip | undefined {
  if (task.needs.length === 0) return undefined;
  let completed = false;
  for (const index of task.needs) {
    const end = ends[index];
    const id = plan.tasks[index]?.id ?? '';
    if (end?.status === 'failed') return { status: 'skipped', reason: 'upstream_failed', because: id };
    if (end?.status === 'skipped' && end.reason === 'upstream_failed') return end;
    completed ||= end?.status === 'completed';
  }
  const first = plan.tasks[task.needs[0] ?? -1]?.id ?? '';
  return completed ? undefined : { status: 'skipped', reason: 'upstream_skipped', because: first };
}
