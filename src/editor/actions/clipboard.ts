import type { AppStores } from '@/state/context';
import { notify } from '@/ui/overlay/toast';
import { writeClipboard } from '@/ui/write-clipboard';
import { outermost } from '@/workflow/task-path';
import { selectedNotes, selectedPaths } from './edit';
import { inOrder } from './in-order';

/** What was copied last from each canvas, to paste it beside itself while it is selected. */
const copiedLast = new WeakMap<object, ReadonlySet<string>>();

/**
 * Copies the selected tasks and notes as YAML. Returns false, with a message on the screen, if the browser does not
 * allow it.
 */
export async function copySelection(stores: AppStores): Promise<boolean> {
  const chosen = [...outermost(selectedPaths(stores)), ...selectedNotes(stores)];
  if (chosen.length === 0) return false;
  try {
    await writeClipboard(stores.services.documents.copy(chosen));
    copiedLast.set(stores.view, new Set(chosen));
    return true;
  } catch {
    notify({
      tone: 'error',
      title: 'Nothing was copied',
      detail: 'The browser does not let this page use the clipboard. Allow it in the address bar, then copy again.',
    });
    return false;
  }
}

/** Whether exactly what was copied last is still selected. */
export function isLastCopySelected(stores: AppStores): boolean {
  const selected = [...selectedPaths(stores), ...selectedNotes(stores)];
  const copied = copiedLast.get(stores.view);
  return copied?.size === selected.length && selected.every((key) => copied.has(key));
}

/** Copies the selected tasks beside themselves. */
export async function duplicateSelection(stores: AppStores): Promise<void> {
  await (await inOrder(import('./copy-edits'))).duplicateNow(stores);
}
