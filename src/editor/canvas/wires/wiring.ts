import type { Connection, Edge, FinalConnectionState, ReactFlowInstance } from '@xyflow/react';
import type { AppStores } from '@/state/context';
import { createInputName, findPortRefusal, type PortEnds } from '@/workflow/commands/edges/port-edges';
import { findContainerPath, type TaskPath } from '@/workflow/task-path';
import { connectEnds, reconnectEdge } from '../../actions/connect';
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
  /** The wire goes nowhere. */
  drop(): void;
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
  const nameNewInput = (ends: PortEnds): PortEnds =>
    ends.port === newInputPort
      ? { ...ends, port: newInputPort + createInputName(stores.document.getState().document, ends.from, ends.to) }
      : ends;
  const finishWire = (ends: PortEnds) => {
    isDone = true;
    if (moving) void reconnectEdge(stores, moving, nameNewInput(ends));
    else if (ends.port === newInputPort) canvas.setState({ portMenu: { ...ends, isNew: true } });
    else void connectEnds(stores, ends);
  };
  const dropWire = (event: MouseEvent | TouchEvent, { fromHandle, toHandle }: FinalConnectionState) => {
    // The wire ended at a port: either `connect` has handled it, or the person has read why it is not allowed.
    if (!fromHandle || toHandle || isDone) return;
    const forward = fromHandle.type === 'source';
    const { x, y } = getReleasePoint(event);
    const start = fromHandle.nodeId;
    const container = findContainerPath(start);
    const element = document.elementFromPoint(x, y);
    if (element?.closest('[data-ports]')) return;
    const hit = element?.closest<HTMLElement>('[data-task]')?.dataset.task;
    const task = hit === undefined ? undefined : findBeside(container, hit);
    if (task !== undefined && task !== start) {
      finishWire(forward ? { from: start, to: task } : { from: task, to: start, port: fromHandle.id ?? undefined });
    } else if (task === undefined && (hit ?? stores.view.getState().canvas.root) === container && !moving) {
      const at = flow.screenToFlowPosition({ x, y });
      canvas.setState({
        addMenu: { at: [at.x, at.y], connect: forward ? { after: start } : { before: start }, isAimed: true },
      });
    }
  };
  const endWire = () => {
    moving = undefined;
    isDone = false;
  };
  return {
    isValid(connection) {
      const refusal = findPortRefusal(stores.document.getState().document, nameNewInput(readEnds(connection)), moving);
      if (refusal !== canvas.getState().refusal) canvas.setState({ refusal });
      return refusal === undefined;
    },
    move(edge) {
      moving = { from: edge.source, to: edge.target, port: edge.data?.port };
    },
    connect: (connection) => finishWire(readEnds(connection)),
    drop: endWire,
    end(event, state) {
      dropWire(event, state);
      endWire();
    },
  };
}

function readEnds({
  source,
  target,
  targetHandle,
}: Pick<Connection, 'source' | 'target'> & { targetHandle?: string | null }): PortEnds {
  return { from: source, to: target, port: targetHandle ?? undefined };
}

/** The position on the window where a pointer was released. */
function getReleasePoint(event: MouseEvent | TouchEvent): { readonly x: number; readonly y: number } {
  const { clientX, clientY } =
    event instanceof MouseEvent ? event : (event.changedTouches[0] ?? { clientX: 0, clientY: 0 });
  return { x: clientX, y: clientY };
}

/** The task of a container that a task is, or is in; the task itself if it is elsewhere, which is refused. */
export function findBeside(container: TaskPath | undefined, hit: TaskPath): TaskPath | undefined {
  if (hit === container) return undefined;
  for (let at: TaskPath | undefined = hit; at !== undefined; at = findContainerPath(at))
    if (findContainerPath(at) === container) return at;
  return hit;
}
