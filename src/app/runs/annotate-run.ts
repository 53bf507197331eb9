import { type AnnotationChange, applyAnnotationChange, changeTo } from '@/run/annotations';
import type { AppStores } from '@/state/context';
import { attemptAction } from '@/ui/attempt';
import { notifyPerson } from '@/ui/overlay/toast';
import { nameOfRun } from './run-use-cases';

/**
 * Changes the annotations of a listed run: at once on the screen, then in the storage. Resolves to whether it
 * succeeded.
 */
export async function annotateRun(stores: AppStores, executionId: string, change: AnnotationChange): Promise<boolean> {
  const { runs, services } = stores;
  runs.setState(({ entries }) => ({
    entries: entries.map((entry) => {
      if (entry.id !== executionId) return entry;
      const { annotations: before, ...rest } = entry;
      const annotations = applyAnnotationChange(before, change);
      return annotations === undefined ? rest : { ...rest, annotations };
    }),
  }));
  const isStored = await attemptAction(() => services.runner.annotate(executionId, change));
  if (!isStored) await runs.actions.reload();
  return isStored;
}

/** Gives a run a star, or takes it away. */
export async function toggleStar(stores: AppStores, executionId: string): Promise<void> {
  const entry = stores.runs.getState().entries.find(({ id }) => id === executionId);
  if (entry !== undefined) await annotateRun(stores, executionId, { starred: entry.annotations?.starred !== true });
}

/** Writes tags and note of a run, and offers to undo it. Resolves to whether it succeeded. */
export async function writeAnnotations(
  stores: AppStores,
  executionId: string,
  change: AnnotationChange,
): Promise<boolean> {
  const before = changeTo(stores.runs.getState().entries.find(({ id }) => id === executionId)?.annotations);
  const isStored = await annotateRun(stores, executionId, change);
  if (!isStored) return false;
  notifyPerson({
    tone: 'ok',
    id: `annotated ${executionId}`,
    title: `Tags and note of ${nameOfRun(stores, executionId).toLowerCase()} saved.`,
    action: { label: 'Undo', run: () => void annotateRun(stores, executionId, before) },
  });
  return true;
}
