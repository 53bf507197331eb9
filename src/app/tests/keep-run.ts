import { buildKeptTest, buildRecordingPath, type KeptTest } from '@/cases/build-kept-test';
import type { SuggestedTest } from '@/cases/suggest-test';
import { performEdit } from '@/editor/actions/edit';
import type { AppStores } from '@/state/context';
import { findRunName } from '@/state/runs-store';
import { notifyPerson } from '@/ui/overlay/toast';
import { addTest } from '@/workflow/commands/add-test';
import type { AppServices } from '../app-context';

/**
 * Writes a run as a test into the open workflow, as one step of the edit history, and its recording to the files of the
 * workflow. Resolves to whether it is there. Errors: those of the recording and of the files.
 */
export async function keepRun(
  stores: AppStores,
  { tests }: Pick<AppServices, 'tests'>,
  executionId: string,
  suggested: SuggestedTest,
  kept: KeptTest,
): Promise<boolean> {
  const { document, runs, services } = stores;
  const { id: workflow } = document.getState();
  const path = `/${buildRecordingPath(kept.id)}`;
  await services.files.write(workflow, [{ path, content: await tests.record(executionId) }]);
  const name = findRunName(runs.getState().entries, executionId).toLowerCase();
  const made = await performEdit(
    stores,
    (opened) => addTest(opened, { id: kept.id, test: buildKeptTest(opened, suggested, kept) }),
    `Keep ${name} as a test`,
  );
  if (made === undefined) {
    await services.files.remove(workflow, [path]);
    return false;
  }
  notifyPerson({
    ...{ tone: 'ok', id: 'kept' },
    title: `${kept.id} is a test now.`,
    detail: `It is in the code, under tests; its recording is ${path} among the files.`,
  });
  return true;
}
