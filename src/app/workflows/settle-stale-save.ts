import type { AppStores } from '@/state/context';
import { setSettings } from '@/workflow/commands/set-fields';
import { createWorkflow, openWorkflow } from './open-workflow';
import { forgetUnsaved } from './unsaved-edits';

/** After another tab has saved: stores the workflow of this tab as a copy, under a name that says so. */
export async function keepMineAsCopy(stores: AppStores): Promise<void> {
  const { document } = stores;
  const { text, document: model } = document.getState();
  document.setState({ saved: { status: 'saved' } });
  forgetUnsaved(document.getState().id);
  await createWorkflow(stores, text);
  const name = `${model.name ?? 'Untitled'} (copy)`;
  await document.actions.dispatch((current) => setSettings(current, { name }), 'Rename the copy');
}

/** After another tab has saved: replaces the workflow of this tab with the stored one. */
export async function loadTheOther(stores: AppStores): Promise<void> {
  const { document } = stores;
  document.setState({ saved: { status: 'saved' } });
  forgetUnsaved(document.getState().id);
  await openWorkflow(stores, document.getState().id);
}
