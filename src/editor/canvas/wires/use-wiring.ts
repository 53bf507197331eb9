import { type Connection, type FinalConnectionState, type ReactFlowProps, useReactFlow } from '@xyflow/react';
import { useMemo } from 'react';
import { useStores } from '@/state/context';
import { connectionRefusal } from '@/workflow/commands/edges/connect-paths';
import { containerPath, type TaskPath } from '@/workflow/task-path';
import { connect, reconnect } from '../../actions/connect';
import { useCanvasStore } from '../canvas-state';
import type { DependencyFlowEdge, TaskFlowNode } from '../project-flow';

type WiringProps = Required<
  Pick<
    ReactFlowProps<TaskFlowNode, DependencyFlowEdge>,
    'isValidConnection' | 'onConnect' | 'onConnectEnd' | 'onReconnectStart' | 'onReconnect'
  >
>;

interface Ends {
  readonly from: string;
  readonly to: string;
}

/**
 * Drawing wires with the pointer: from port to port, to a task anywhere, or to the empty canvas, where the menu for a
 * new task opens.
 */
export function useWiring(): WiringProps {
  const stores = useStores();
  const canvas = useCanvasStore();
  const flow = useReactFlow();
  return useMemo(() => {
    /** The edge whose end is being moved. */
    let moving: Ends | undefined;
    const refuse = (from: string, to: string) => {
      const refusal = connectionRefusal(stores.document.getState().document, { from, to }, moving);
      if (refusal !== canvas.getState().refusal) canvas.setState({ refusal });
      return refusal;
    };
    const finish = (from: string, to: string) =>
      moving ? reconnect(stores, moving, { from, to }) : connect(stores, from, to);

    const end = () => {
      moving = undefined;
    };
    const onConnectEnd = (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
      canvas.setState({ refusal: undefined });
      const startHandle = state.fromHandle;
      // The wire ended at a port: either `onConnect` has handled it, or the person has read why it is not allowed.
      if (!startHandle || state.toHandle) return end();
      const forward = startHandle.type === 'source';
      const { x, y } = placeOf(event);
      const start = startHandle.nodeId;
      const container = containerPath(start);
      const hit = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-task]')?.dataset.task;
      const task = hit === undefined ? undefined : besideIn(container, hit);
      if (task !== undefined && task !== start) {
        void (forward ? finish(start, task) : finish(task, start));
      } else if (task === undefined && (hit ?? stores.view.getState().root) === container && !moving) {
        const at = flow.screenToFlowPosition({ x, y });
        canvas.setState({
          addMenu: { at: [at.x, at.y], connect: forward ? { after: start } : { before: start }, isAimed: true },
        });
      }
      end();
    };
    return {
      isValidConnection: ({ source, target }) => refuse(source, target) === undefined,
      onConnect: ({ source, target }: Connection) => void finish(source, target),
      onConnectEnd,
      onReconnectStart: (_event, edge) => {
        moving = { from: edge.source, to: edge.target };
      },
      onReconnect: (edge, { source, target }) =>
        void reconnect(stores, { from: edge.source, to: edge.target }, { from: source, to: target }),
    };
  }, [stores, canvas, flow]);
}

/** The position on the window where a pointer was released. */
function placeOf(event: MouseEvent | TouchEvent): { readonly x: number; readonly y: number } {
  const { clientX, clientY } =
    event instanceof MouseEvent ? event : (event.changedTouches[0] ?? { clientX: 0, clientY: 0 });
  return { x: clientX, y: clientY };
}

/** The task of a container that a task is, or is in; the task itself if it is elsewhere, which is refused. */
function besideIn(container: TaskPath | undefined, hit: TaskPath): TaskPath | undefined {
  if (hit === container) return undefined;
  for (let at: TaskPath | undefined = hit; at !== undefined; at = containerPath(at))
    if (containerPath(at) === container) return at;
  return hit;
}
