import type { TaskPath } from '@/workflow/task-path';
import type { RunState } from '../run-state';

/**
 * The calls of a function that ran, in the order in which they began first, each as its task path in the run. Also
 * those within other functions; a call that ran several times is one.
 */
export function listCallsThatRan({ tasks }: Pick<RunState, 'tasks'>, name: string): readonly TaskPath[] {
  const end = `/call:${name}/task`;
  const calls: TaskPath[] = [];
  for (const taskPath of tasks.keys()) if (taskPath.endsWith(end)) calls.push(taskPath.slice(0, -end.length));
  return calls;
}
