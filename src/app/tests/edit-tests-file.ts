import { ok } from '@/base/result';
import type { AppStores } from '@/state/context';
import type { DocumentActions } from '@/state/document-store';
import { createMark } from '@/state/edit-history';
import type { TestsApi } from '@/worker/border/tests-api';
import { isEmptyChange } from '@/workflow/change';
import { joinTests, separateTests } from '@/workflow/join-tests';
import { findTestsFile } from '@/workflow/test-files';
import { followStepFile } from './follow-step-files';
import { getTestsStore } from './tests-store';

/**
 * Has every edit of a workflow whose tests stand in a file of their own be made of the two together, from now on: a new
 * test goes into that file, and a task that is renamed is renamed there. Each edit is one step of the history, also one
 * of that file alone.
 */
export function editTestsFile(
  stores: AppStores,
  api: Pick<TestsApi, 'held' | 'writeHeld' | 'join' | 'last' | 'judge' | 'ask'>,
): void {
  const { document } = stores;
  const { dispatch } = document.actions;
  const edit: DocumentActions['dispatch'] = async (command, label, mark = createMark()) => {
    const { id, document: opened } = document.getState();
    const held = findTestsFile(opened) === undefined ? undefined : await api.held(id, opened);
    if (held === undefined) return dispatch(command, label, mark);
    let changed = held;
    const editBoth: typeof command = (current) => {
      const edited = command(joinTests(current, held));
      if (!edited.ok) return edited;
      const parts = separateTests(edited.value, current, held);
      changed = parts.held;
      return ok(parts.document);
    };
    const made = await dispatch(editBoth, label, mark);
    if (!made.ok || changed === held || document.getState().id !== id) return made;
    const written = await api.writeHeld(id, opened, changed);
    // The text of the workflow stays as it is, and the history has a step nevertheless.
    const [first = ''] = document.getState().text;
    if (isEmptyChange(made.value)) document.actions.type([{ at: 0, removed: first, inserted: first }], mark, label);
    const judgeAgain = () => {
      const store = getTestsStore(stores, api);
      if (store.getState().judgedDocument !== undefined) void store.judge();
    };
    followStepFile(stores, mark, written, judgeAgain);
    judgeAgain();
    return made;
  };
  Object.assign(document.actions, { dispatch: edit });
}
