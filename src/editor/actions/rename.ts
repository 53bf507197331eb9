import type { AppStores } from '@/state/context';
import { renamePart } from '@/workflow/commands/rename/rename-part';
import { renameTask } from '@/workflow/commands/rename/rename-task';
import { setTaskFields } from '@/workflow/commands/set-fields';
import type { TaskId } from '@/workflow/names';
import { holderOf, locateTask, placeIn, type TaskPath } from '@/workflow/place';
import { edit } from './edit';

/** Gives a task another label: changes its name if it has one, else its id, wherever that is named. */
export async function rename(stores: AppStores, place: TaskPath, label: string): Promise<void> {
  const { document, view } = stores;
  const task = locateTask(document.getState().document, place)?.task;
  if (!task) return;
  const holder = holderOf(place);
  if (task.name !== undefined || !hasId(stores, place)) {
    await edit(stores, (current) => setTaskFields(current, { id: place, patch: { name: label } }), 'Rename');
    return;
  }
  const done = await edit(
    stores,
    (current) =>
      holder === undefined
        ? renameTask(current, { id: place as TaskId, newId: label })
        : renamePart(current, { place, newId: label }),
    'Rename',
  );
  if (!done) return;
  const renamed = holder === undefined ? label : placeIn(holder, label);
  view.setState(({ selection }) => ({
    selection: new Set([...selection].map((one) => (one === place ? renamed : one))),
  }));
}

/** Whether the task at a place is called by an id of its own: tasks of the document, steps and subtasks. */
function hasId({ document }: AppStores, place: TaskPath): boolean {
  const holder = holderOf(place);
  if (holder === undefined) return true;
  const type = locateTask(document.getState().document, holder)?.task.type;
  return type === 'sequential' || type === 'group';
}
