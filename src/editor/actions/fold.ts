import { ok } from '@/base/result';
import type { AppStores } from '@/state/context';
import { selectTasks } from '@/state/view/canvas';
import { foldTask } from '@/workflow/commands/fold-task';
import type { WorkflowDocument } from '@/workflow/document';
import type { TaskPath } from '@/workflow/task-path';
import { makeRoom } from '../geometry/make-room';
import { countTasks, performEdit } from './edit';

/** Folds containers; unfolds them if all are folded. An unfolding container pushes its neighbours aside. */
export async function toggleFold(stores: AppStores, taskPaths: readonly TaskPath[]): Promise<void> {
  const { document } = stores.document.getState();
  const folded = new Set(document.layout?.collapsed);
  const collapsed = taskPaths.some((taskPath) => !folded.has(taskPath));
  await setFolded(stores, taskPaths, collapsed);
}

/** Folds or unfolds containers, as one step of the edit history. */
export async function setFolded(stores: AppStores, taskPaths: readonly TaskPath[], collapsed: boolean): Promise<void> {
  const applyFolds = (before: WorkflowDocument) => {
    let after = before;
    for (const taskPath of taskPaths) {
      const moved = collapsed ? new Map() : makeRoom(after, taskPath);
      const change = foldTask(after, { taskPath, collapsed, moved });
      if (!change.ok) return change;
      after = change.value;
    }
    return ok(after);
  };
  const done = await performEdit(
    stores,
    applyFolds,
    `${collapsed ? 'Collapse' : 'Expand'} ${countTasks(taskPaths.length)}`,
  );
  if (done && collapsed) selectShown(stores, taskPaths);
}

/** Moves the selection from inside a folded container to the container itself. */
function selectShown({ view }: AppStores, closed: readonly TaskPath[]): void {
  const { selection } = view.getState().canvas;
  const shown = [...selection].map((taskPath) => closed.find((one) => taskPath.startsWith(`${one}/`)) ?? taskPath);
  if (shown.some((taskPath) => !selection.has(taskPath))) selectTasks(view, shown);
}
