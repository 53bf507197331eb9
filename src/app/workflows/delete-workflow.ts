import type { AppStores } from '@/state/context';

/**
 * Deletes a workflow from the storage. If it is the open one, none is open afterwards. Throws the errors of the
 * repository.
 */
export async function deleteWorkflow({ document, services }: AppStores, id: string): Promise<void> {
  await services.workflows.remove(id);
  services.tabs.actions.forget(id);
  if (document.getState().id === id) document.setState({ id: '', saved: { status: 'saved' } });
}
