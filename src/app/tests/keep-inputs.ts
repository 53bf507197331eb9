import { performEdit } from '@/editor/actions/edit';
import type { AppStores } from '@/state/context';
import type { EditCommand } from '@/state/document-state';
import { giveInputs } from '@/state/give-inputs';
import { notifyPerson } from '@/ui/overlay/toast';
import { addTest } from '@/workflow/commands/add-test';
import { proposeTestId } from './propose-test-id';
import { nameTestsPlace } from './tests-place';

/** Writes what the next run would be given as a test, as one step of the edit history. */
export async function keepInputs(stores: AppStores): Promise<void> {
  giveInputs(stores);
  const inputs = stores.given.getState().values;
  const test = Object.keys(inputs).length === 0 ? {} : { inputs };
  let id = '';
  const add: EditCommand = (opened) => {
    id = proposeTestId(opened, 'case');
    return addTest(opened, { id, test });
  };
  const made = await performEdit(stores, add, 'Keep the inputs as a test');
  if (made === undefined) return;
  notifyPerson({
    ...{ tone: 'ok', id: 'kept' },
    title: `${id} is a test now.`,
    detail: `It has these inputs. Say what must hold of its run, in ${nameTestsPlace(stores.document.getState().document)}.`,
  });
}
