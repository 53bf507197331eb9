import type { Unsaved } from '@/state/unsaved';
import type { ModelChange } from '@/workflow/change';

const keyOf = (id: string): string => `heddle.unsaved.${id}`;

/**
 * Keeps what is not stored of a workflow while its page is left. It does so at once, as a page that is left is given no
 * time. False if the browser does not keep it: then it is lost when the page is gone.
 */
export function keepUnsaved(id: string, { versions, unwritten }: Unsaved): boolean {
  const writes = unwritten.map(({ label, mark, model }) => ({ label, mark, ...model, tasks: [...model.tasks] }));
  try {
    localStorage.setItem(keyOf(id), JSON.stringify({ version: 1, versions, unwritten: writes }));
    return true;
  } catch {
    return false;
  }
}

/**
 * What was kept of a workflow; undefined: nothing, or what no longer can be read. Rejects if the code that reads it
 * cannot be fetched: what was kept stays for the next time.
 */
export async function recallUnsaved(id: string): Promise<Unsaved | undefined> {
  const kept = keptOf(id);
  if (kept === undefined) return undefined;
  const { unsavedSchema } = await import('./unsaved-schema');
  const read = unsavedSchema.safeParse(kept);
  if (!read.success) return undefined;
  const unwritten = read.data.unwritten.map(({ label, mark, tasks, ...model }) => {
    return { label, mark, model: { ...model, tasks: new Map(tasks) } as unknown as ModelChange };
  });
  return { versions: read.data.versions, unwritten };
}

function keptOf(id: string): unknown {
  try {
    const kept = localStorage.getItem(keyOf(id));
    return kept === null ? undefined : JSON.parse(kept);
  } catch {
    return undefined;
  }
}

/** Lets go of what was kept of a workflow, once it is stored. */
export function forgetUnsaved(id: string): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // Where nothing is kept there is nothing to remove.
  }
}
