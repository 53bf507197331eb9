import type { Connection, Edge, FinalConnectionState, ReactFlowInstance } from '@xyflow/react';
import type { AppStores } from '@/state/context';
import { freshInput, type PortEnds, portRefusal } from '@/workflow/commands/edges/port-edges';
import { containerPath, type TaskPath } from '@/workflow/task-path';
import { connect, reconnect } from '../../actions/connect';
import type { CanvasStore } from '../canvas-state';
import type { DependencyFlowEdge } from '../project-flow';

/** The id of the row, in a list of ports, that makes a new input. */
export const newInputPort = 'inputs.';

/** What wires do that the pointer draws. It is loaded when the first one is drawn. */
export interface Wiring {
  /** Whether a wire may end there; shows why it may not. */
  isValid(connection: Connection | Edge): boolean;
  /** The end of this edge is being moved. */
  move(edge: DependencyFlowEdge): void;
  /** The wire was dropped on a port, or on a row of a list of ports. */
  connect(connection: Connection): void;
  /** The wire was dropped. */
  end(event: MouseEvent | TouchEvent, state: FinalConnectionState): void;
}

/** Makes it for a canvas. */
export function createWiring(
  stores: AppStores,
  canvas: CanvasStore,
  flow: Pick<ReactFlowInstance, 'screenToFlowPosition'>,
): Wiring {
  /** The edge whose end is being moved. */
  let moving: PortEnds | undefined;
  /** Whether the wire ended at a port. */
  let isDone = false;
  /** A new input gets a name that is free. */
  const named = (ends: PortEnds): PortEnds =>
    ends.port === newInputPort
      ? { ...ends, port: newInputPort + freshInput(stores.document.getState().document, ends.from, ends.to) }
      : ends;
  const finish = (ends: PortEnds) => {
    isDone = true;
    if (moving) void reconnect(stores, moving, named(ends));
    else if (ends.port === newInputPort) canvas.setState({ portMenu: { ...ends, isNew: true } });
    else void connect(stores, ends);
  };
  const drop = (event: MouseEvent | TouchEvent, { fromHandle, toHandle }: FinalConnectionState) => {
    // The wire ended at a port: either `connect` has handled it, or the person has read why it is not allowed.
    if (!fromHandle || toHandle || isDone) return;
    const forward = fromHandle.type === 'source';
    const { x, y } = placeOf(event);
    const start = fromHandle.nodeId;
    const container = containerPath(start);
    const element = document.elementFromPoint(x, y);
    if (element?.closest('[data-ports]')) return;
    const hit = element?.closest<HTMLElement>('[data-task]')?.dataset.task;
    const task = hit === undefined ? undefined : besideIn(container, hit);
    if (task !== undefined && task !== start) {
      finish(forward ? { from: start, to: task } : { from: task, to: start, port: fromHandle.id ?? undefined });
    } else if (task === undefined && (hit ?? stores.view.getState().canvas.root) === container && !moving) {
      const at = flow.screenToFlowPosition({ x, y });
      canvas.setState({
        addMenu: { at: [at.x, at.y], connect: forward ? { after: start } : { before: start }, isAimed: true },
      });
    }
  };
  return {
    isValid(connection) {
      const refusal = portRefusal(stores.document.getState().document, named(endsOf(connection)), moving);
      if (refusal !== canvas.getState().refusal) canvas.setState({ refusal });
      return refusal === undefined;
    },
    move(edge) {
      moving = { from: edge.source, to: edge.target, port: edge.data?.port };
    },
    connect: (connection) => finish(endsOf(connection)),
    end(event, state) {
      drop(event, state);
      moving = undefined;
      isDone = false;
    },
  };
}

function endsOf({
  source,
  target,
  targetHandle,
}: Pick<Connection, 'source' | 'target'> & { targetHandle?: string | null }): PortEnds {
  return { from: source, to: target, port: targetHandle ?? undefined };
}

/** The position on the window where a pointer was released. */
function placeOf(event: MouseEvent | TouchEvent): { readonly x: number; readonly y: number } {
  const { clientX, clientY } =
    event instanceof MouseEvent ? event : (event.changedTouches[0] ?? { clientX: 0, clientY: 0 });
  return { x: clientX, y: clientY };
}

/** The task of a container that a task is, or is in; the task itself if it is elsewhere, which is refused. */
export function besideIn(container: TaskPath | undefined, hit: TaskPath): TaskPath | undefined {
  if (hit === container) return undefined;
  for (let at: TaskPath | undefined = hit; at !== undefined; at = containerPath(at))
    if (containerPath(at) === container) return at;
  return hit;
}
