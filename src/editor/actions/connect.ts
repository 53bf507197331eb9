import type { AppStores } from '@/state/context';
import { selectedTask } from '@/state/view-store';
import { connectPaths, disconnectPaths, type Ends } from '@/workflow/commands/edges/connect-paths';
import type { TaskPath } from '@/workflow/task-path';
import { edit } from './edit';

/**
 * Makes a task wait for another in the same scope, the document or a group. Shows a message if that is not possible.
 */
export async function connect(stores: AppStores, from: TaskPath, to: TaskPath): Promise<void> {
  await edit(stores, (document) => connectPaths(document, { from, to }), 'Connect');
}

/** Moves one end of an edge, or both. */
export async function reconnect(stores: AppStores, edge: Ends, now: Ends): Promise<void> {
  const done = await edit(stores, (document) => connectPaths(document, now, edge), 'Reconnect');
  if (done) stores.view.setState({ selectedEdge: now });
}

/** Removes an edge. */
export async function disconnect(stores: AppStores, edge: Ends): Promise<void> {
  await edit(stores, (document) => disconnectPaths(document, edge), 'Delete edge');
  stores.view.setState({ selectedEdge: undefined });
}

/** Ends connecting by keyboard at the selected task. */
export async function finishConnecting(stores: AppStores): Promise<void> {
  const { connectingFrom } = stores.view.getState();
  const to = selectedTask(stores.view.getState());
  if (connectingFrom === undefined || to === undefined) return;
  stores.view.setState({ connectingFrom: undefined });
  if (to !== connectingFrom) await connect(stores, connectingFrom, to);
}
