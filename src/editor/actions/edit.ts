import type { AppStores } from '@/state/context';
import type { EditCommand } from '@/state/document-state';
import { notifyPerson } from '@/ui/overlay/toast';
import { listAddedTasks } from '@/workflow/change';
import { findTopTask } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import { isNoteKey, type NoteKey, noteByKey } from '@/workflow/notes';
import { locateTask, type TaskPath } from '@/workflow/task-path';
import { keepPlaces } from '../geometry/keep-places';

/**
 * Makes an edit and shows the person why if it is refused. Resolves to the ids of added tasks; undefined if it was
 * refused, or if another workflow is open by then.
 */
export async function performEdit(
  { document }: Pick<AppStores, 'document'>,
  command: EditCommand,
  label: string,
  mark?: string,
): Promise<readonly TaskId[] | undefined> {
  const { id } = document.getState();
  const made = await document.actions.dispatch(keepPlaces(command), label, mark);
  // What follows an edit is not for another workflow that was opened meanwhile.
  if (document.getState().id !== id) return undefined;
  if (made.ok) return listAddedTasks(made.value);
  notifyPerson({
    ...{ tone: 'error', id: 'refused', about: 'workflow' },
    title: `${label}: not done`,
    detail: made.error.message,
  });
  return undefined;
}

/** Ids of the selected tasks of the document that still exist, without tasks inside others. */
export function listSelectedIds({ document, view }: Pick<AppStores, 'document' | 'view'>): TaskId[] {
  const current = document.getState().document;
  return [...view.getState().canvas.selection].filter((id) => findTopTask(current, id) !== undefined) as TaskId[];
}

/** Paths of the selected tasks that still exist, at any depth. */
export function listSelectedPaths({ document, view }: Pick<AppStores, 'document' | 'view'>): TaskPath[] {
  const current = document.getState().document;
  return [...view.getState().canvas.selection].filter((taskPath) => locateTask(current, taskPath) !== undefined);
}

/** Keys of the selected notes that still exist. */
export function listSelectedNotes({ document, view }: Pick<AppStores, 'document' | 'view'>): NoteKey[] {
  const current = document.getState().document;
  return [...view.getState().canvas.selection].filter(isNoteKey).filter((key) => noteByKey(current, key) !== undefined);
}

/** The number of tasks and notes, in words. */
export function countParts(tasks: number, notes: number): string {
  if (notes === 0) return countTasks(tasks);
  const noted = notes === 1 ? '1 note' : `${notes} notes`;
  return tasks === 0 ? noted : `${countTasks(tasks)} and ${noted}`;
}

/** The number of tasks, in words. */
export function countTasks(count: number): string {
  return count === 1 ? '1 task' : `${count} tasks`;
}
