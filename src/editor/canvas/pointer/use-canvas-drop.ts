import { useReactFlow } from '@xyflow/react';
import { type DragEvent, useMemo } from 'react';
import { useStores } from '@/state/context';
import { addTaskAt } from '../../actions/add';
import { boxesOf } from '../../geometry/boxes';
import { edgeNear } from '../../geometry/hit-test';
import { draggedType } from '../../palette/palette-drag';
import { useCanvasStore } from '../canvas-state';

/** The greatest distance, in screen pixels, at which an edge takes in a dropped task. */
const reach = 20;

/**
 * Accepts task types that are dragged from the palette, onto the canvas or into an edge. The app handles dropped files.
 */
export function useCanvasDrop() {
  const stores = useStores();
  const canvas = useCanvasStore();
  const flow = useReactFlow();
  return useMemo(() => {
    const at = (event: DragEvent) => flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const leave = () => canvas.setState({ dropEdge: undefined });
    return {
      onDragOver(event: DragEvent) {
        if (!draggedType(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        const { x, y } = at(event);
        const { document } = stores.document.getState();
        const dropEdge = edgeNear(document, boxesOf(document), [x, y], reach / flow.getZoom());
        const before = canvas.getState().dropEdge;
        if (before?.from !== dropEdge?.from || before?.to !== dropEdge?.to) canvas.setState({ dropEdge });
      },
      onDragLeave: leave,
      onDrop(event: DragEvent) {
        const type = draggedType(event.dataTransfer);
        if (!type) return;
        event.preventDefault();
        const { x, y } = at(event);
        const { dropEdge } = canvas.getState();
        leave();
        void addTaskAt(stores, type, [x, y], dropEdge ? { after: dropEdge.from, before: dropEdge.to } : {});
      },
    };
  }, [stores, canvas, flow]);
}
