import type { AppStores } from '@/state/context';
import { closeNotice, notifyPerson } from '@/ui/overlay/toast';
import { writeClipboard } from '@/ui/write-clipboard';
import { selectOutermost } from '@/workflow/task-path';
import { listSelectedNotes, listSelectedPaths } from './edit';
import { removeSelected } from './remove';

/** What was copied last from each canvas, to paste it beside itself while it is selected. */
const copiedLast = new WeakMap<object, ReadonlySet<string>>();

/** What is on its way to the clipboard. */
let writing: Promise<string | undefined> | undefined;

/** The text of a copy that the clipboard does not have yet; undefined: it has all that was copied. */
export function readCopyUnderWay(): Promise<string | undefined> | undefined {
  return writing;
}

/**
 * Copies the selected tasks and notes as YAML. Returns false if there are none, and, with a message on the screen, if
 * the browser does not allow it.
 */
export async function copySelection(stores: AppStores): Promise<boolean> {
  const chosen = [...selectOutermost(listSelectedPaths(stores)), ...listSelectedNotes(stores)];
  if (chosen.length === 0) return false;
  const text = stores.services.documents.copy(chosen);
  const own = text.catch(() => undefined);
  writing = own;
  try {
    // Begun within the gesture, which Safari asks for.
    await writeClipboard(text);
    closeNotice('copied');
    copiedLast.set(stores.view, new Set(chosen));
    return true;
  } catch {
    notifyPerson({
      tone: 'error',
      id: 'copied',
      title: 'Nothing was copied',
      detail: 'The browser does not let this page use the clipboard. Allow it in the address bar, then copy again.',
    });
    return false;
  } finally {
    if (writing === own) writing = undefined;
  }
}

/** Whether exactly what was copied last is still selected. */
export function isLastCopySelected(stores: AppStores): boolean {
  const selected = [...listSelectedPaths(stores), ...listSelectedNotes(stores)];
  const copied = copiedLast.get(stores.view);
  return copied?.size === selected.length && selected.every((key) => copied.has(key));
}

/** Copies the selected tasks and notes, and removes them if the browser took the copy. */
export async function cutSelection(stores: AppStores): Promise<void> {
  if (await copySelection(stores)) await removeSelected(stores, false);
}
