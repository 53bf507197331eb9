import { buildKeptTest, buildRecordingPath, type KeptTest } from '@/cases/build-kept-test';
import type { SuggestedTest } from '@/cases/suggest-test';
import { performEdit } from '@/editor/actions/edit';
import type { AppStores } from '@/state/context';
import { createMark } from '@/state/edit-history';
import { findRunName } from '@/state/runs-store';
import { notifyPerson } from '@/ui/overlay/toast';
import { addTest } from '@/workflow/commands/add-test';
import type { AppServices } from '../app-context';
import { followStepFile } from './follow-step-files';
import { nameTestsPlace } from './tests-place';

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
  const recording = await tests.record(executionId);
  await services.files.write(workflow, [{ path, content: recording }]);
  const name = findRunName(runs.getState().entries, executionId).toLowerCase();
  const mark = createMark();
  const made = await performEdit(
    stores,
    (opened) => addTest(opened, { id: kept.id, test: buildKeptTest(opened, suggested, kept) }),
    `Keep ${name} as a test`,
    mark,
  );
  if (made === undefined) {
    await services.files.remove(workflow, [path]);
    return false;
  }
  followStepFile(stores, mark, { path, before: undefined, after: recording });
  notifyPerson({
    ...{ tone: 'ok', id: 'kept' },
    title: `${kept.id} is a test now.`,
    detail: `It is in ${nameTestsPlace(document.getState().document)}; its recording is ${path} among the files.`,
  });
  return true;
}
