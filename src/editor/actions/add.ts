import type { AppStores } from '@/state/context';
import type { TaskType } from '@/workflow/tasks';
import type { AddAt, Neighbours } from './add-at';
import { withEdits } from './with-edits';

/** Adds a task of this type and selects it. */
export function addTaskAt(
  stores: AppStores,
  type: TaskType,
  where: AddAt = {},
  neighbours: Neighbours = {},
): Promise<void> {
  return withEdits(({ addNow }) => addNow(stores, type, where, neighbours));
}
