import { jumpToTask } from '@/state/view/canvas';
import { showCall } from '@/state/view/shown-run';
import { buildFunctionPath } from '@/workflow/function-path';
import { locateTask, type TaskPath } from '@/workflow/task-path';
import type { AppStores } from './context';

/**
 * Selects the task that ran at a task path of the shown run, and brings it into view. One of a function is shown on the
 * canvas of that, with what this call of it did. One that the document does not have is only selected, for its output.
 * The answer: whether the document has it.
 */
export function showRanTask({ document, view }: Pick<AppStores, 'document' | 'view'>, runPath: TaskPath): boolean {
  const called = /^(?<call>.+)\/call:(?<name>[^/]+)\/task(?<inside>\/.+)?$/.exec(runPath)?.groups;
  const { call, name, inside = '' } = called ?? {};
  const taskPath = name === undefined ? runPath : buildFunctionPath(name) + inside;
  const isThere = locateTask(document.getState().document, taskPath) !== undefined;
  if (isThere && call !== undefined && name !== undefined) showCall(view, name, call);
  jumpToTask(view, isThere ? taskPath : runPath);
  return isThere;
}
