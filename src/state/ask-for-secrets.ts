import { z } from 'zod';
import { AppError } from '@/base/errors';
import { openDialog } from '@/state/view/screens';
import type { AppStores } from './context';
import type { AppDialog, SecretQuestion } from './view-store';

const detailsSchema = z.object({
  workflow: z.string(),
  secrets: z.array(z.object({ secret: z.string(), target: z.string(), taskPath: z.string(), tool: z.string() })).min(1),
});

/**
 * Starts a run. If it would send a secret somewhere for the first time, the person is asked, and it starts once they
 * have allowed it. Errors: those of the start, and `CANCELLED` if they do not.
 */
export async function startAskingForSecrets<T>(stores: Pick<AppStores, 'view'>, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const question = findQuestion(error);
    if (question === undefined) throw error;
    await awaitAnswer(stores, { name: 'allow-secrets', question });
  }
  try {
    return await start();
  } catch (error) {
    if (findQuestion(error) === undefined) throw error;
    throw new AppError('CANCELLED', 'Nothing was run: you did not allow that its secrets are sent.');
  }
}

function findQuestion(error: unknown): SecretQuestion | undefined {
  if (!(error instanceof AppError) || error.code !== 'KEY_NEEDED') return undefined;
  const { success, data } = detailsSchema.safeParse(error.details);
  return success ? { workflowId: data.workflow, uses: data.secrets } : undefined;
}

/** Shows a dialog until it is closed. */
function awaitAnswer({ view }: Pick<AppStores, 'view'>, dialog: AppDialog): Promise<void> {
  return new Promise((resolve) => {
    openDialog(view, dialog);
    const stop = view.subscribe((state) => {
      if (state.dialog === dialog) return;
      stop();
      resolve();
    });
  });
}
