import { createPart } from '@/ui/lazy/part';
import { partAdvice } from '@/ui/lazy/part-failed';
import { notifyPerson } from '@/ui/overlay/toast';
import type * as edits from './edits';

/** The code of all edits. */
export type Edits = typeof edits;

/** The part of the page that holds it: what is asked of it before it is there happens in the order of asking. */
export const editsPart = createPart<Edits>(() => import('./edits'));

/**
 * Performs an action whose code may still have to be fetched; at once if it is there. If it could not be fetched, the
 * person is told, and can try again.
 */
export async function withEdits(act: (code: Edits) => unknown): Promise<void> {
  let code = editsPart.peek();
  if (code === undefined) {
    try {
      code = await editsPart.load();
    } catch {
      notifyPerson({
        tone: 'error',
        id: 'part-not-fetched',
        title: 'This action could not be loaded.',
        detail: partAdvice,
        action: { label: 'Try again', run: () => void withEdits(act) },
      });
      return;
    }
  }
  await act(code);
}
