import { useReactFlow, useStoreApi } from '@xyflow/react';
import { type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { useDocument } from '@/state/context';
import { taskOf } from '@/workflow/document';
import { taskTypeInfo } from '@/workflow/tasks';
import styles from './canvas.module.css';
import { boundsOf, nodeHeight, nodeWidth, type Positions } from './node-geometry';
import { fitCanvas } from './overview-canvas';
import { useColours } from './palette-colours';

const width = 152;
const height = 100;
const margin = 8;

/** A small map of the workflow with what is seen framed; a press or drag goes there. */
export function Minimap({ positions }: { readonly positions: Positions }) {
  const store = useStoreApi();
  const flow = useReactFlow();
  const document = useDocument((state) => state.document);
  const colours = useColours();
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const frameRef = useRef<HTMLDivElement>(null);
  const scale = useMemo(() => mapScale(positions), [positions]);

  useEffect(() => {
    const canvas = canvasRef.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    const ratio = window.devicePixelRatio;
    fitCanvas(canvas, width, height, ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    for (const [id, [x, y]] of positions) {
      const task = taskOf(document, id);
      if (!task) continue;
      context.fillStyle = colours.family[taskTypeInfo[task.type].family].solid;
      const [w, h] = [nodeWidth * scale.zoom, nodeHeight * scale.zoom];
      context.fillRect(x * scale.zoom + scale.x, y * scale.zoom + scale.y, Math.max(w, 1.5), Math.max(h, 1.5));
    }
  }, [document, positions, colours, scale]);

  useEffect(() => {
    const place = () => {
      const frame = frameRef.current;
      if (!frame) return;
      const { transform, width: seenWidth, height: seenHeight } = store.getState();
      const [x, y, zoom] = transform;
      frame.style.transform = `translate(${scale.x - (x / zoom) * scale.zoom}px, ${scale.y - (y / zoom) * scale.zoom}px)`;
      frame.style.width = `${(seenWidth / zoom) * scale.zoom}px`;
      frame.style.height = `${(seenHeight / zoom) * scale.zoom}px`;
    };
    place();
    return store.subscribe((state, before) => {
      if (state.transform !== before.transform || state.width !== before.width || state.height !== before.height)
        place();
    });
  }, [store, scale]);

  const go = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    event.currentTarget.setPointerCapture(event.pointerId);
    const x = (event.clientX - box.left - scale.x) / scale.zoom;
    const y = (event.clientY - box.top - scale.y) / scale.zoom;
    void flow.setCenter(x, y, { zoom: flow.getZoom() });
  };
  return (
    <div className={styles.minimap} onPointerDown={go} onPointerMove={go} role="img" aria-label="Map of the workflow">
      <canvas ref={canvasRef} />
      <div ref={frameRef} className={styles.minimapFrame} />
    </div>
  );
}

/** From the canvas to the map: map = canvas × zoom + offset. */
function mapScale(positions: Positions): { readonly x: number; readonly y: number; readonly zoom: number } {
  const bounds = boundsOf(positions) ?? { x: 0, y: 0, width: nodeWidth, height: nodeHeight };
  const zoom = Math.min((width - 2 * margin) / bounds.width, (height - 2 * margin) / bounds.height, 0.16);
  return {
    x: width / 2 - (bounds.x + bounds.width / 2) * zoom,
    y: height / 2 - (bounds.y + bounds.height / 2) * zoom,
    zoom,
  };
}
