import type { AppStores } from '@/state/context';
import type { TaskType } from '@/workflow/tasks';
import type { AddAt, Neighbours } from './add-at';
import { inOrder } from './in-order';

/** Adds a task of this type and selects it. */
export async function addTaskAt(
  stores: AppStores,
  type: TaskType,
  where: AddAt = {},
  neighbours: Neighbours = {},
): Promise<void> {
  const { addNow } = await inOrder(import('./place-edits'));
  await addNow(stores, type, where, neighbours);
}
