import { useReactFlow } from '@xyflow/react';
import { type DragEvent, useMemo } from 'react';
import { isSameJson } from '@/base/json';
import { useStores } from '@/state/context';
import { withEdits } from '../../actions/with-edits';
import { computeBoxesUnder } from '../../geometry/root-boxes';
import { getDraggedType } from '../../palette/palette-drag';
import { useCanvasStore } from '../canvas-state';

/**
 * Accepts task types that are dragged from the palette, onto the canvas or into an edge. The app handles dropped files.
 */
export function useCanvasDrop() {
  const stores = useStores();
  const canvas = useCanvasStore();
  const flow = useReactFlow();
  return useMemo(() => {
    const findPoint = (event: DragEvent) => flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    let isOver = false;
    const leaveCanvas = () => {
      isOver = false;
      canvas.setState({ dropEdge: undefined, dropInto: undefined });
    };
    return {
      onDragOver(event: DragEvent) {
        if (!getDraggedType(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        const { x, y } = findPoint(event);
        const { document } = stores.document.getState();
        const { root } = stores.view.getState().canvas;
        const boxes = computeBoxesUnder(document, root);
        isOver = true;
        void withEdits(({ addTarget, findEdgeAt: edgeAt }) => {
          if (!isOver) return;
          const { dropInto: into, dropEdge: edge } = canvas.getState();
          const dropInto = addTarget(document, boxes, [x, y], root);
          if (!isSameJson(into, dropInto)) canvas.setState({ dropInto });
          const dropEdge = edgeAt(document, boxes, [x, y], flow.getZoom());
          if (!isSameJson(edge, dropEdge)) canvas.setState({ dropEdge });
        });
      },
      onDragLeave: leaveCanvas,
      onDrop(event: DragEvent) {
        const type = getDraggedType(event.dataTransfer);
        if (!type) return;
        event.preventDefault();
        const { x, y } = findPoint(event);
        leaveCanvas();
        void withEdits(({ findEdgeAt: edgeAt, addNow }) => {
          const { document } = stores.document.getState();
          const boxes = computeBoxesUnder(document, stores.view.getState().canvas.root);
          const dropEdge = edgeAt(document, boxes, [x, y], flow.getZoom());
          const neighbours = dropEdge ? { after: dropEdge.from, before: dropEdge.to } : {};
          return addNow(stores, type, { middle: [x, y] }, neighbours);
        });
      },
    };
  }, [stores, canvas, flow]);
}
