import type { Stores } from '@/state/context';
import { renameTask } from '@/workflow/commands/rename-task';
import { updateTask } from '@/workflow/commands/update-task';
import { taskOf } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import { edit } from './edit';

/** Gives a task another label: changes its name if it has one, else its id, wherever that is named. */
export async function rename(stores: Stores, id: string, label: string): Promise<void> {
  const task = taskOf(stores.document.getState().document, id);
  if (!task) return;
  if (task.name !== undefined) {
    await edit(stores, (document) => updateTask(document, { id: id as TaskId, patch: { name: label } }), 'Rename');
    return;
  }
  const done = await edit(stores, (document) => renameTask(document, { id: id as TaskId, newId: label }), 'Rename');
  if (!done) return;
  const { selection } = stores.view.getState();
  stores.view.setState({ selection: new Set([...selection].map((one) => (one === id ? label : one))) });
}
