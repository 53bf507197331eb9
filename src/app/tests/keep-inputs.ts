import { performEdit } from '@/editor/actions/edit';
import type { AppStores } from '@/state/context';
import { giveInputs } from '@/state/give-inputs';
import { notifyPerson } from '@/ui/overlay/toast';
import { addTest } from '@/workflow/commands/add-test';
import { proposeTestId } from './propose-test-id';

/** Writes what the next run would be given as a test, as one step of the edit history. */
export async function keepInputs(stores: AppStores): Promise<void> {
  giveInputs(stores);
  const inputs = stores.given.getState().values;
  const id = proposeTestId(stores.document.getState().document, 'case');
  const test = Object.keys(inputs).length === 0 ? {} : { inputs };
  const made = await performEdit(stores, (opened) => addTest(opened, { id, test }), 'Keep the inputs as a test');
  if (made === undefined) return;
  notifyPerson({
    ...{ tone: 'ok', id: 'kept' },
    title: `${id} is a test now.`,
    detail: 'It has these inputs. Say in the code, under tests, what must hold of its run.',
  });
}
