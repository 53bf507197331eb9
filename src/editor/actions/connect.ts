import type { AppStores } from '@/state/context';
import { deselectEdge, selectEdge } from '@/state/view/canvas';
import { endGesture, findWireStart } from '@/state/view/gestures';
import { getSelectedTask } from '@/state/view-store';
import { notifyPerson } from '@/ui/overlay/toast';
import {
  connectPort,
  disconnectPort,
  findTextReading,
  findUnorderedReading,
  formatReading,
  type PortEnds,
} from '@/workflow/commands/edges/port-edges';
import { listPorts } from '@/workflow/graph/ports';
import type { ResultUse } from '@/workflow/graph/readings';
import { locateTask, type TaskPath } from '@/workflow/task-path';
import { openReading } from '../find/open-place';
import { getCanvas } from './canvas-handle';
import { performEdit } from './edit';

/**
 * Makes a task wait for another in the same scope, the document or a group; with a port, it reads the other there.
 * Shows a message if that is not possible.
 */
export async function connectEnds(stores: AppStores, ends: PortEnds): Promise<void> {
  await performEdit(stores, (document) => connectPort(document, ends), 'Connect');
}

/** Moves one end of an edge, or both. What a text reads stays, and a message says where. */
export async function reconnectEdge(stores: AppStores, edge: PortEnds, now: PortEnds): Promise<void> {
  const done = await performEdit(stores, (document) => connectPort(document, now, edge), 'Reconnect');
  if (!done) return;
  selectEdge(stores.view, now);
  await tellReading(stores, edge);
}

/** Removes an edge. What a text reads stays: a message says where, and opens it. */
export async function disconnectEdge(stores: AppStores, edge: PortEnds): Promise<void> {
  const made = await stores.document.actions.dispatch((document) => disconnectPort(document, edge), 'Delete edge');
  if (made.ok) {
    deselectEdge(stores.view);
    await tellReading(stores, edge);
    return;
  }
  const reading = findTextReading(stores.document.getState().document, edge);
  const detail = made.error.message;
  notifyPerson({
    tone: 'error',
    title: 'Delete edge: not done',
    detail,
    id: 'refused',
    about: 'workflow',
    ...createShowButton(stores, reading),
  });
}

/** Tells of a text that reads what its task no longer waits for. */
async function tellReading(stores: AppStores, edge: PortEnds): Promise<void> {
  const { document } = stores.document.getState();
  const reading = findUnorderedReading(document, edge);
  if (reading === undefined) return;
  const title = 'Read without a wire';
  const detail = `${formatReading(document, edge.from, reading)} It does not wait for it any more.`;
  notifyPerson({ tone: 'paused', title, detail, id: 'still-read', ...createShowButton(stores, reading) });
}

/** The button of a message that opens a reading. */
function createShowButton(stores: AppStores, reading: ResultUse | undefined) {
  if (reading === undefined) return {};
  const showReading = async () => {
    // The list of messages gives the focus back to where it was: the canvas comes before the field.
    getCanvas(stores.view)?.focus();
    await openReading(stores, reading);
  };
  return { action: { label: 'Show', run: () => void showReading() } };
}

/**
 * Ends connecting by keyboard at the selected task. If that has named ports, or `toPort`, a menu asks for one of them.
 */
export async function finishConnecting(stores: AppStores, toPort = false): Promise<void> {
  const from = findWireStart(stores.view.getState());
  const to = getSelectedTask(stores.view.getState());
  if (from === undefined || to === undefined) return;
  if (from !== to && (toPort || hasPorts(stores, to)) && getCanvas(stores.view)?.openPortMenu(from, to)) return;
  endGesture(stores.view, 'connect');
  if (to !== from) await connectEnds(stores, { from, to });
}

function hasPorts({ document: store }: AppStores, taskPath: TaskPath): boolean {
  const { document } = store.getState();
  const task = locateTask(document, taskPath)?.task;
  return task !== undefined && listPorts(document, task).length > 0;
}
