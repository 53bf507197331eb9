import { toFailure } from '@/base/errors';
import type { AppStores } from '@/state/context';
import { openDialog } from '@/state/view/screens';
import { notifyPerson } from '@/ui/overlay/toast';

/** Saves the current workflow as a checkpoint under a default name, and offers to rename it. */
export async function makeCheckpoint({ checkpoints, view }: Pick<AppStores, 'checkpoints' | 'view'>): Promise<void> {
  try {
    const { checkpoint, isNew } = await checkpoints.actions.make();
    const { name, revision } = checkpoint;
    notifyPerson({
      tone: isNew ? 'ok' : 'info',
      id: 'checkpoint',
      title: isNew ? `“${name}” is kept.` : `Nothing has changed since “${name}”.`,
      action: {
        label: 'Rename',
        run: () => openDialog(view, { name: 'name-checkpoint', revision }),
      },
    });
  } catch (error) {
    const { message, advice } = toFailure(error);
    notifyPerson({ tone: 'error', id: 'checkpoint', title: `No checkpoint was made. ${message}`, detail: advice });
  }
}
