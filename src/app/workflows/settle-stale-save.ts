import type { AppStores } from '@/state/context';
import { setSettings } from '@/workflow/commands/set-fields';
import { createWorkflow, openWorkflow } from './open-workflow';
import { forgetUnsaved } from './unsaved-edits';

/** Another tab has saved: keeps what is here as a workflow of its own, under a name that says so. */
export async function keepMineAsCopy(stores: AppStores): Promise<void> {
  const { document } = stores;
  const { text, document: model } = document.getState();
  document.setState({ saved: { status: 'saved' } });
  forgetUnsaved(document.getState().id);
  await createWorkflow(stores, text);
  const name = `${model.name ?? 'Untitled'} (copy)`;
  await document.actions.dispatch((current) => setSettings(current, { name }), 'Rename the copy');
}

/** Another tab has saved: takes what is stored in the place of what is here. */
export async function loadTheOther(stores: AppStores): Promise<void> {
  const { document } = stores;
  document.setState({ saved: { status: 'saved' } });
  forgetUnsaved(document.getState().id);
  await openWorkflow(stores, document.getState().id);
}
