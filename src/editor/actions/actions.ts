import type { Action } from './action';
import { arrangeActions } from './arrange-actions';
import { canvasActions } from './canvas-actions';
import { editActions } from './edit-actions';
import { noteActions } from './note-actions';
import { structureActions } from './structure-actions';
import { tabActions } from './tab-actions';
import { taskActions } from './task-actions';
import { viewActions } from './view-actions';
import { workflowActions } from './workflow-actions';

/**
 * Everything a person can do in the editor: the one list for menus, shortcuts, the top bar and the list of shortcuts.
 */
export const actions: readonly Action[] = [
  ...workflowActions,
  ...editActions,
  ...taskActions,
  ...arrangeActions,
  ...structureActions,
  ...noteActions,
  ...canvasActions,
  ...viewActions,
  ...tabActions,
];

const byId = new Map(actions.map((action) => [action.id, action]));

/** The action with this id. Throws if there is none. */
export function getAction(id: string): Action {
  const action = byId.get(id);
  if (!action) throw new Error(`No action “${id}”.`);
  return action;
}
