import type { EarlierTask } from '@/plan/forecast/forecast-run';
import type { TaskPath } from '@/workflow/task-path';
import type { RunState, TaskRun } from '../run-state';

/** What a forecast needs to know of the tasks of a run. */
export function earlierTasks({ tasks, instances, context }: RunState): ReadonlyMap<TaskPath, EarlierTask> {
  return new Map(
    [...tasks].map(([path, task]) => {
      const told = new Set((context.plans.get(path) ?? []).flatMap((record) => record.told ?? []));
      const hasFailed = [task, ...(instances.get(path) ?? [])].some(isFailed);
      return [path, { status: statusOf(task), hasFailed, told: [...told], costUsd: costOf(task) }];
    }),
  );
}

function statusOf(task: TaskRun): EarlierTask['status'] {
  if (task.status === 'skipped') {
    return task.reason === 'on_error' || task.reason === 'not_chosen' ? 'unfinished' : 'skipped';
  }
  return task.status === 'ok' ? 'completed' : 'unfinished';
}

/** Also of a failure that counts as completed, or as skipped. */
function isFailed(task: TaskRun): boolean {
  return task.status === 'failed' || ('error' in task && task.error !== undefined);
}

/** A task without a call costs nothing. */
function costOf(task: TaskRun): number | null {
  const usage = task.status === 'ok' ? task.data.usage : task.status === 'failed' ? task.usage : null;
  return usage === null ? 0 : usage.costUsd;
}
