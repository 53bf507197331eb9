import type { AppStores } from '@/state/context';
import { locateTask } from '@/workflow/task-path';
import { listSelectedPaths } from './edit';
import { patchTasks } from './patch-tasks';

/** Disables the selected tasks; enables them if all are disabled. */
export async function toggleDisabled(stores: AppStores): Promise<void> {
  const ids = listSelectedPaths(stores);
  const { document } = stores.document.getState();
  const disabled = ids.some((id) => !locateTask(document, id)?.task.disabled) ? true : undefined;
  await patchTasks(stores, new Map(ids.map((id) => [id, { disabled }])), disabled ? 'Disable' : 'Enable');
}

/** Sets breakpoints before the selected tasks; removes them if all have one. */
export async function toggleBreakpoint(stores: AppStores): Promise<void> {
  const ids = listSelectedPaths(stores);
  const { document } = stores.document.getState();
  const breakpoint = ids.some((id) => !locateTask(document, id)?.task.breakpoint) ? ('before' as const) : undefined;
  const label = breakpoint ? 'Set a breakpoint at' : 'Remove the breakpoint of';
  await patchTasks(stores, new Map(ids.map((id) => [id, { breakpoint }])), label);
}
