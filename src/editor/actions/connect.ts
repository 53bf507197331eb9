import type { Stores } from '@/state/context';
import { selectedTask } from '@/state/view-store';
import { connectTasks } from '@/workflow/commands/connect-tasks';
import { disconnectTasks } from '@/workflow/commands/disconnect-tasks';
import { reconnectTasks } from '@/workflow/commands/reconnect-tasks';
import type { TaskId } from '@/workflow/names';
import { edit } from './edit';

interface Ends {
  readonly from: string;
  readonly to: string;
}

/** Lets one task wait for another; says why if that cannot be. */
export async function connect(stores: Stores, from: string, to: string): Promise<void> {
  const wire = { from: from as TaskId, to: to as TaskId };
  await edit(stores, (document) => connectTasks(document, wire), 'Connect');
}

/** Moves an end of an edge, or both. */
export async function reconnect(stores: Stores, edge: Ends, now: Ends): Promise<void> {
  const old = { from: edge.from as TaskId, to: edge.to as TaskId };
  const args = { ...old, newFrom: now.from as TaskId, newTo: now.to as TaskId };
  const done = await edit(stores, (document) => reconnectTasks(document, args), 'Reconnect');
  if (done) stores.view.setState({ selectedEdge: now });
}

/** Removes an edge. */
export async function disconnect(stores: Stores, { from, to }: Ends): Promise<void> {
  const wire = { from: from as TaskId, to: to as TaskId };
  await edit(stores, (document) => disconnectTasks(document, wire), 'Delete edge');
  stores.view.setState({ selectedEdge: undefined });
}

/** Ends connecting by keyboard at the selected task. */
export async function finishConnecting(stores: Stores): Promise<void> {
  const { connectingFrom } = stores.view.getState();
  const to = selectedTask(stores.view.getState());
  if (connectingFrom === undefined || to === undefined) return;
  stores.view.setState({ connectingFrom: undefined });
  if (to !== connectingFrom) await connect(stores, connectingFrom, to);
}
