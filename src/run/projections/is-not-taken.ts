import { findContainerPath, type TaskPath } from '@/workflow/task-path';
import { getTaskPath, type JournalPath } from '../journal-path';
import type { RunState } from '../run-state';
import { findInstanceAt } from './instance-at';

/**
 * Whether a case of a condition, or its `else`, was passed over: the condition has ended, or runs another of its cases,
 * and did not run this one. In the chosen instance, if that is of the condition, around it or in it; else in the whole
 * run. `branch`: the path of the case.
 */
export function isNotTaken(run: RunState, branch: TaskPath, chosen: JournalPath | undefined): boolean {
  const container = findContainerPath(branch) ?? '';
  const looked = chosen !== undefined && isRelated(getTaskPath(chosen), container) ? chosen : undefined;
  const condition = findInstanceAt(run, container, looked);
  if (condition === undefined || (looked !== undefined && !isRelated(condition.path, looked))) return false;
  const instances = run.instances.get(branch) ?? [];
  const within = `${condition.path}/`;
  if (looked === undefined ? instances.length > 0 : instances.some(({ path }) => path.startsWith(within))) return false;
  if (condition.status === 'skipped') return condition.reason === 'no_case';
  return condition.status !== 'running' || hasRunAnother(run, container, within);
}

/** Whether a path is another one, or one of them lies in the other. */
function isRelated(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}/`) || other.startsWith(`${path}/`);
}

function hasRunAnother(run: RunState, container: TaskPath, within: string): boolean {
  for (const [taskPath, instances] of run.instances)
    if (findContainerPath(taskPath) === container && instances.some(({ path }) => path.startsWith(within))) return true;
  return false;
}
