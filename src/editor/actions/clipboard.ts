import type { AppStores } from '@/state/context';
import { notify } from '@/ui/overlay/toast';
import { writeClipboard } from '@/ui/write-clipboard';
import { outermost } from '@/workflow/task-path';
import { selectedNotes, selectedPaths } from './edit';
import { inOrder, isWaiting } from './in-order';

/** What was copied last from each canvas, to paste it beside itself while it is selected. */
const copiedLast = new WeakMap<object, ReadonlySet<string>>();

/** What is on its way to the clipboard. */
let writing: Promise<string | undefined> | undefined;

/** The text of a copy that the clipboard does not have yet; undefined: it has all that was copied. */
export function readCopyUnderWay(): Promise<string | undefined> | undefined {
  return writing;
}

/**
 * Copies the tasks and notes as YAML that are selected once all is done that was asked for before. Returns false if
 * there are none, and, with a message on the screen, if the browser does not allow it.
 */
export async function copySelection(stores: AppStores): Promise<boolean> {
  const isOfKeys = isWaiting();
  const choose = () => [...outermost(selectedPaths(stores)), ...selectedNotes(stores)];
  if (!isOfKeys && choose().length === 0) return false;
  let chosen: readonly string[] = isOfKeys ? [] : choose();
  const copy = async () => {
    if (isOfKeys) {
      await inOrder(Promise.resolve());
      chosen = choose();
    }
    if (chosen.length === 0) throw new Error('Nothing is selected.');
    return stores.services.documents.copy(chosen);
  };
  const text = copy();
  const own = text.catch(() => undefined);
  writing = own;
  try {
    // Begun within the gesture, which Safari asks for.
    await writeClipboard(text);
    copiedLast.set(stores.view, new Set(chosen));
    return true;
  } catch {
    if (chosen.length === 0) return false;
    notify({
      tone: 'error',
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
  const selected = [...selectedPaths(stores), ...selectedNotes(stores)];
  const copied = copiedLast.get(stores.view);
  return copied?.size === selected.length && selected.every((key) => copied.has(key));
}

/** Copies the selected tasks beside themselves. */
export async function duplicateSelection(stores: AppStores): Promise<void> {
  await (await inOrder(import('./copy-edits'))).duplicateNow(stores);
}
