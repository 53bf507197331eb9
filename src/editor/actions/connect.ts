import type { Stores } from '@/state/context';
import { selectedTask } from '@/state/view-store';
import { connectTasks } from '@/workflow/commands/connect-tasks';
import { disconnectTasks } from '@/workflow/commands/disconnect-tasks';
import { inGroup } from '@/workflow/commands/in-group';
import { reconnectTasks } from '@/workflow/commands/reconnect-tasks';
import { refuse } from '@/workflow/commands/refusal';
import type { WorkflowDocument } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import { holderOf, type Place, segmentOf } from '@/workflow/place';
import { connectionRefusal } from '../canvas/connection-refusal';
import { edit } from './edit';

interface Ends {
  readonly from: Place;
  readonly to: Place;
}

const id = (place: Place) => segmentOf(place) as TaskId;

/** Lets one task wait for another beside it, of the document or of a group; says why if that cannot be. */
export async function connect(stores: Stores, from: Place, to: Place): Promise<void> {
  const command = (document: WorkflowDocument) => {
    const refusal = connectionRefusal(document, from, to);
    if (refusal !== undefined) return refuse(refusal);
    return inGroup(document, holderOf(to), (tasks) => connectTasks(tasks, { from: id(from), to: id(to) }));
  };
  await edit(stores, command, 'Connect');
}

/** Moves an end of an edge, or both. */
export async function reconnect(stores: Stores, edge: Ends, now: Ends): Promise<void> {
  const command = (document: WorkflowDocument) => {
    const refusal = connectionRefusal(document, now.from, now.to, edge);
    if (refusal !== undefined) return refuse(refusal);
    const args = { from: id(edge.from), to: id(edge.to), newFrom: id(now.from), newTo: id(now.to) };
    return inGroup(document, holderOf(now.to), (tasks) => reconnectTasks(tasks, args));
  };
  const done = await edit(stores, command, 'Reconnect');
  if (done) stores.view.setState({ selectedEdge: now });
}

/** Removes an edge. */
export async function disconnect(stores: Stores, { from, to }: Ends): Promise<void> {
  const wire = { from: id(from), to: id(to) };
  const command = (document: WorkflowDocument) =>
    inGroup(document, holderOf(to), (tasks) => disconnectTasks(tasks, wire));
  await edit(stores, command, 'Delete edge');
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
