import { buildKeptTest, buildRecordingPath, type KeptTest } from '@/cases/build-kept-test';
import type { SuggestedTest } from '@/cases/suggest-test';
import { performEdit } from '@/editor/actions/edit';
import type { AppStores } from '@/state/context';
import type { DocumentStore } from '@/state/document-store';
import { findRunName } from '@/state/runs-store';
import { attemptAction } from '@/ui/attempt';
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
  followRecording(stores, path);
  notifyPerson({
    ...{ tone: 'ok', id: 'kept' },
    title: `${kept.id} is a test now.`,
    detail: `It is in the code, under tests; its recording is ${path} among the files.`,
  });
  return true;
}

const followed = new WeakMap<DocumentStore, Map<string, () => void>>();

/**
 * Takes a recording out of the files when no test names it any more, as after an undo, and puts it back once one does
 * again, as after a redo; as long as the page is open.
 */
function followRecording({ document, services: { files } }: AppStores, path: string): void {
  const { id: workflow } = document.getState();
  const known = followed.get(document) ?? new Map<string, () => void>();
  followed.set(document, known);
  const key = `${workflow} ${path}`;
  known.get(key)?.();
  let isNamed = true;
  let taken: Uint8Array<ArrayBuffer> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const settle = async (isWanted: boolean) => {
    if (isWanted) {
      if (taken !== undefined) await files.write(workflow, [{ path, content: taken }]);
      return;
    }
    const content = await files.read(workflow, path);
    taken = content && new Uint8Array(content);
    await files.remove(workflow, [path]);
  };
  known.set(
    key,
    document.subscribe(({ id, document: { tests = {} } }) => {
      if (id !== workflow) return;
      const isNow = Object.values(tests).some(({ recording }) => recording === `file://${path}`);
      if (isNow === isNamed) return;
      isNamed = isNow;
      last = last.then(() => attemptAction(() => settle(isNow)));
    }),
  );
}
