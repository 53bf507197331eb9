import { useReactFlow } from '@xyflow/react';
import { type DragEvent, useMemo } from 'react';
import { sameJson } from '@/base/json';
import { useStores } from '@/state/context';
import { withEdits } from '../../actions/with-edits';
import { boxesUnder } from '../../geometry/root-boxes';
import { draggedType } from '../../palette/palette-drag';
import { useCanvasStore } from '../canvas-state';

/**
 * Accepts task types that are dragged from the palette, onto the canvas or into an edge. The app handles dropped files.
 */
export function useCanvasDrop() {
  const stores = useStores();
  const canvas = useCanvasStore();
  const flow = useReactFlow();
  return useMemo(() => {
    const at = (event: DragEvent) => flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    let isOver = false;
    const leave = () => {
      isOver = false;
      canvas.setState({ dropEdge: undefined, dropInto: undefined });
    };
    return {
      onDragOver(event: DragEvent) {
        if (!draggedType(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        const { x, y } = at(event);
        const { document } = stores.document.getState();
        const { root } = stores.view.getState().canvas;
        const boxes = boxesUnder(document, root);
        isOver = true;
        void withEdits(({ addTarget, edgeAt }) => {
          if (!isOver) return;
          const { dropInto: into, dropEdge: edge } = canvas.getState();
          const dropInto = addTarget(document, boxes, [x, y], root);
          if (!sameJson(into, dropInto)) canvas.setState({ dropInto });
          const dropEdge = edgeAt(document, boxes, [x, y], flow.getZoom());
          if (!sameJson(edge, dropEdge)) canvas.setState({ dropEdge });
        });
      },
      onDragLeave: leave,
      onDrop(event: DragEvent) {
        const type = draggedType(event.dataTransfer);
        if (!type) return;
        event.preventDefault();
        const { x, y } = at(event);
        leave();
        void withEdits(({ edgeAt, addNow }) => {
          const { document } = stores.document.getState();
          const boxes = boxesUnder(document, stores.view.getState().canvas.root);
          const dropEdge = edgeAt(document, boxes, [x, y], flow.getZoom());
          const neighbours = dropEdge ? { after: dropEdge.from, before: dropEdge.to } : {};
          return addNow(stores, type, { middle: [x, y] }, neighbours);
        });
      },
    };
  }, [stores, canvas, flow]);
}
