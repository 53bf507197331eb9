import type { AppStores } from '@/state/context';
import { renamePaths } from '@/state/view/canvas';
import { type Retitled, retitleTask } from '@/workflow/commands/rename/retitle-task';
import type { TaskPath } from '@/workflow/task-path';
import { performEdit } from './edit';

/** Gives a task a title, as {@link retitleTask}. It stays selected where its id follows. */
export async function renameTaskLabel(stores: AppStores, taskPath: TaskPath, title: string): Promise<void> {
  let retitled: Retitled | undefined;
  const done = await performEdit(
    stores,
    (document) => {
      const made = retitleTask(document, { taskPath, title });
      if (!made.ok) return made;
      retitled = made.value;
      return { ok: true, value: made.value.document };
    },
    'Rename',
  );
  const next = retitled?.taskPath;
  if (done === undefined || next === undefined || next === taskPath) return;
  renamePaths(stores.view, (path) =>
    path === taskPath || path.startsWith(`${taskPath}/`) ? next + path.slice(taskPath.length) : path,
  );
}
