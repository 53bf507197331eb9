import { ok } from '@/base/result';
import type { AppStores } from '@/state/context';
import { setTaskFields } from '@/workflow/commands/set-fields';
import type { TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import { countTasks, performEdit } from './edit';

/** Sets fields of several tasks as one edit, which is called `verb` and the number of tasks. */
export async function patchTasks(
  stores: Pick<AppStores, 'document'>,
  patches: ReadonlyMap<TaskPath, Partial<{ [K in keyof Task]: Task[K] | undefined }>>,
  verb: string,
): Promise<void> {
  await performEdit(
    stores,
    (before) => {
      let after = before;
      for (const [id, patch] of patches) {
        const change = setTaskFields(after, { id, patch });
        if (!change.ok) return change;
        after = change.value;
      }
      return ok(after);
    },
    `${verb} ${countTasks(patches.size)}`,
  );
}
