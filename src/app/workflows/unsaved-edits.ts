import { editsPart } from '@/editor/actions/with-edits';
import type { Unsaved } from '@/state/unsaved';
import type { ModelChange } from '@/workflow/change';

const buildUnsavedKey = (id: string): string => `heddle.unsaved.${id}`;

/**
 * Stores the unsaved edits of a workflow while its page is being left. It is synchronous, because such a page gets no
 * further time. Returns false if the browser cannot store them: then they are lost with the page.
 */
export function keepUnsaved(id: string, { versions, unwritten }: Unsaved): boolean {
  const writes = unwritten.map(({ label, mark, model }) => ({ label, mark, ...model, tasks: [...model.tasks] }));
  try {
    localStorage.setItem(buildUnsavedKey(id), JSON.stringify({ version: 1, versions, unwritten: writes }));
    return true;
  } catch {
    return false;
  }
}

/**
 * The stored edits of a workflow; undefined: none, or they can no longer be read. Rejects if the code that reads them
 * cannot be fetched; the edits then stay for the next time.
 */
export async function readUnsaved(id: string): Promise<Unsaved | undefined> {
  const kept = readKept(id);
  if (kept === undefined) return undefined;
  const { unsavedSchema } = await editsPart.load();
  const read = unsavedSchema.safeParse(kept);
  if (!read.success) return undefined;
  const unwritten = read.data.unwritten.map(({ label, mark, tasks, ...model }) => {
    return { label, mark, model: { ...model, tasks: new Map(tasks) } as unknown as ModelChange };
  });
  return { versions: read.data.versions, unwritten };
}

function readKept(id: string): unknown {
  try {
    const kept = localStorage.getItem(buildUnsavedKey(id));
    return kept === null ? undefined : JSON.parse(kept);
  } catch {
    return undefined;
  }
}

/** Removes the stored edits of a workflow once they are saved. */
export function forgetUnsaved(id: string): void {
  try {
    localStorage.removeItem(buildUnsavedKey(id));
  } catch {
    // Without storage there is nothing to remove.
  }
}
