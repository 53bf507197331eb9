import type { AppStores } from '@/state/context';
import { renamePaths } from '@/state/view/canvas';
import { renamePart } from '@/workflow/commands/rename/rename-part';
import { renameTask } from '@/workflow/commands/rename/rename-task';
import { setTaskFields } from '@/workflow/commands/set-fields';
import { findFunctionName } from '@/workflow/function-path';
import type { TaskId } from '@/workflow/names';
import { buildPartPath, findContainerPath, locateTask, type TaskPath } from '@/workflow/task-path';
import { performEdit } from './edit';

/** Gives a task another label: changes its name if it has one, otherwise its id and all references to it. */
export async function renameTaskLabel(stores: AppStores, taskPath: TaskPath, label: string): Promise<void> {
  const { document, view } = stores;
  const task = locateTask(document.getState().document, taskPath)?.task;
  if (!task) return;
  const container = findContainerPath(taskPath);
  if (task.name !== undefined || !hasId(stores, taskPath)) {
    await performEdit(stores, (current) => setTaskFields(current, { id: taskPath, patch: { name: label } }), 'Rename');
    return;
  }
  const done = await performEdit(
    stores,
    (current) =>
      container === undefined
        ? renameTask(current, { id: taskPath as TaskId, newId: label })
        : renamePart(current, { taskPath, newId: label }),
    'Rename',
  );
  if (!done) return;
  const renamed = container === undefined ? label : buildPartPath(container, label);
  renamePaths(view, (path) =>
    path === taskPath ? renamed : path.startsWith(`${taskPath}/`) ? renamed + path.slice(taskPath.length) : path,
  );
}

/** Whether the task at a path has an id of its own: tasks of the document, steps and subtasks do. */
function hasId({ document }: AppStores, taskPath: TaskPath): boolean {
  const container = findContainerPath(taskPath);
  if (container === undefined) return findFunctionName(taskPath) === undefined;
  const type = locateTask(document.getState().document, container)?.task.type;
  return type === 'sequential' || type === 'group';
}
