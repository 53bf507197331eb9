import type { Stores } from '@/state/context';
import { updateSettings } from '@/workflow/commands/update-settings';
import { createWorkflow, openWorkflow } from './open-workflow';

/** Another tab has saved: keeps what is here as a workflow of its own, under a name that says so. */
export async function keepMineAsCopy(stores: Stores): Promise<void> {
  const { document } = stores;
  const { source, document: model } = document.getState();
  document.setState({ saved: { status: 'saved' } });
  await createWorkflow(stores, source.text);
  const name = `${model.name ?? 'Untitled'} (copy)`;
  await document.actions.dispatch((current) => updateSettings(current, { patch: { name } }), 'Rename the copy');
}

/** Another tab has saved: takes what is stored in the place of what is here. */
export async function loadTheOther(stores: Stores): Promise<void> {
  const { document } = stores;
  document.setState({ saved: { status: 'saved' } });
  await openWorkflow(stores, document.getState().id);
}
