import type { AppStores } from '@/state/context';
import { jumpToTask } from '@/state/view/canvas';
import { listAddedTasks } from '@/workflow/change';
import { addTask } from '@/workflow/commands/add-task';
import { updateTask } from '@/workflow/commands/update-task';
import { listTaskIds, type WorkflowDocument } from '@/workflow/document';

/**
 * Adds a call of a definition of the library to the open workflow, as one step. Resolves to the reason if it is
 * refused.
 */
export async function callDefinition({ document, view }: AppStores, name: string): Promise<string | undefined> {
  const made = await document.actions.dispatch((before) => {
    const call = addTask(before, { type: 'call', at: placeBelow(before) });
    if (!call.ok) return call;
    const [id] = listTaskIds(call.value).filter((one) => !Object.hasOwn(before.tasks, one));
    return updateTask(call.value, { id: id ?? '', patch: { ref: name } });
  }, `Call ${name}`);
  if (!made.ok) return made.error.message;
  const [added] = listAddedTasks(made.value);
  if (added !== undefined) jumpToTask(view, added);
  return undefined;
}

/** A position below all tasks. */
function placeBelow({ layout }: WorkflowDocument) {
  const places = Object.values(layout?.tasks ?? {});
  if (places.length === 0) return [0, 0] as const;
  return [Math.min(...places.map(([x]) => x)), Math.max(...places.map(([, y]) => y)) + 120] as const;
}
