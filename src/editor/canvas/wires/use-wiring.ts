import { type ReactFlowProps, useReactFlow } from '@xyflow/react';
import { useMemo } from 'react';
import { useStores } from '@/state/context';
import { isLostRelease, tellLostRelease } from '@/ui/lost-releases';
import { withEdits } from '../../actions/with-edits';
import { useCanvasStore } from '../canvas-state';
import type { DependencyFlowEdge, TaskFlowNode } from '../project-flow';
import type { Wiring } from './wiring';

type WiringProps = Required<
  Pick<
    ReactFlowProps<TaskFlowNode, DependencyFlowEdge>,
    'isValidConnection' | 'onConnectStart' | 'onConnect' | 'onConnectEnd' | 'onReconnectStart' | 'onReconnect'
  >
>;

/**
 * Drawing wires with the pointer: from port to port, to a task anywhere, to a row of its list of ports, or to the empty
 * canvas, where the menu for a new task opens. Escape drops the wire, and so does a release that nobody made.
 */
export function useWiring(): WiringProps {
  const stores = useStores();
  const canvas = useCanvasStore();
  const flow = useReactFlow();
  return useMemo(() => {
    let wiring: Wiring | undefined;
    // One after the other, in the order in which they are called, also while the code is fetched.
    const tellWiring = (what: (wiring: Wiring) => void) =>
      void withEdits(({ createWiring }) => {
        wiring ??= createWiring(stores, canvas, flow);
        what(wiring);
      });
    return {
      isValidConnection: (connection) => wiring?.isValid(connection) ?? true,
      onConnectStart(_event, { nodeId, handleType }) {
        if (handleType === 'source') canvas.setState({ wireFrom: nodeId ?? undefined });
        window.addEventListener('keydown', dropWireByKey, true);
        tellWiring(() => undefined);
      },
      onConnect: (connection) => isLostRelease() || tellWiring((to) => to.connect(connection)),
      onConnectEnd(event, state) {
        window.removeEventListener('keydown', dropWireByKey, true);
        const isDropped = isLostRelease();
        // First of all: what is under the pointer goes with the wire.
        tellWiring((to) => (isDropped ? to.drop() : to.end(event, state)));
        canvas.setState({ refusal: undefined, wireFrom: undefined });
      },
      onReconnectStart: (_event, edge) => tellWiring((to) => to.move(edge)),
      onReconnect: (_edge, connection) => isLostRelease() || tellWiring((to) => to.connect(connection)),
    };
  }, [stores, canvas, flow]);
}

/** React Flow listens for the release alone. */
function dropWireByKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  tellLostRelease(document);
}
