import { useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import MapIcon from 'lucide-react/icons/map';
import { type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { useDocument, useStores, useView } from '@/state/context';
import { findRunShownToEnd, selectForecasts } from '@/state/forecast-store';
import { getRunPath } from '@/state/run-path';
import { setMap } from '@/state/view/panels';
import { IconButton } from '@/ui/form/icon-button';
import { runInSlices } from '@/ui/in-slices';
import type { TaskPath } from '@/workflow/task-path';
import type { Boxes } from '../../geometry/boxes';
import { getObstacles } from '../../geometry/edge-routes';
import { computeMapRect, hasRoomForMap, isWhollyInView, mapSize } from '../../geometry/fit';
import { computeBounds, nodeHeight, nodeWidth, type Rect } from '../../geometry/node-geometry';
import { type NoteBox, noteBoxes } from '../../geometry/note-boxes';
import { computeBoxesUnder } from '../../geometry/root-boxes';
import { useBorder } from '../border/use-border';
import styles from '../canvas.module.css';
import { findDrawnStatus } from './draw-overview';
import { fitCanvas } from './fit-canvas';
import { type FilledRect, type FindTaskStatus, listFilledRects } from './map-rects';
import { useColours } from './palette-colours';

const { width, height } = mapSize;
const margin = 8;
const frameInset = 3;
const smallestFrame = 6;
/** How long the map waits for the canvas, in ms. */
const afterCanvas = 60;
/** How long it waits after an event of a run, in ms. */
const afterRunEvent = 250;

/**
 * The map of the workflow at the corner of the canvas: by itself only while a task is out of sight, and never over a
 * task, where there is a button for it.
 */
export function MapCorner({ boxes }: { readonly boxes: Boxes }) {
  const { document, view } = useStores();
  const choice = useView(({ preferences }) => preferences.map);
  const root = useView(({ canvas }) => canvas.root);
  const bounds = useMemo(() => computeBounds(boxes.values()), [boxes]);
  const shown = useStore(({ transform: [x, y, zoom], width: w, height: h }) => {
    const size = { width: w, height: h };
    if (choice === 'off' || bounds === undefined || !hasRoomForMap(size)) return 'nothing';
    if (choice === 'on') return 'map';
    if (isWhollyInView(bounds, { x, y, zoom }, size)) return 'nothing';
    const corner = computeMapRect(size);
    const under = {
      x: (corner.x - x) / zoom,
      y: (corner.y - y) / zoom,
      width: corner.width / zoom,
      height: corner.height / zoom,
    };
    const obstacles = getObstacles(computeBoxesUnder(document.getState().document, root));
    return obstacles.hasAny(under) ? 'button' : 'map';
  });
  if (shown === 'map') return <Minimap boxes={boxes} />;
  return shown === 'button' ? (
    <div className={styles.mapButton}>
      <IconButton size="s" label="Show the map" icon={<MapIcon />} onClick={() => setMap(view, 'on')} />
    </div>
  ) : null;
}

/** A small map of the workflow. A frame marks the visible part; a press or drag moves it. */
function Minimap({ boxes }: { readonly boxes: Boxes }) {
  const store = useStoreApi();
  const flow = useReactFlow();
  const colours = useColours();
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const frameRef = useRef<HTMLDivElement>(null);
  const notes = useNotes(boxes);
  const places = useBorder(boxes)?.places;
  const { statusOf, subscribeToRun } = useRunStatuses();
  const scale = useMemo(
    () => mapScale([...boxes.values(), ...notes, places?.inputs, places?.result]),
    [boxes, notes, places],
  );

  useEffect(() => {
    const canvas = canvasRef.current;
    const shown = canvas?.getContext('2d');
    // What is shown stays until the next is whole.
    const next = document.createElement('canvas');
    const context = next.getContext('2d');
    if (!canvas || !shown || !context) return;
    const ratio = window.devicePixelRatio;
    fitCanvas(next, width, height, ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const fill = ({ rect, colour, isHollow }: FilledRect) => {
      const [x, y] = [rect.x * scale.zoom + scale.x, rect.y * scale.zoom + scale.y];
      const [w, h] = [Math.max(rect.width * scale.zoom, 1.5), Math.max(rect.height * scale.zoom, 1.5)];
      if (!isHollow) {
        context.fillStyle = colour;
        context.fillRect(x, y, w, h);
        return;
      }
      context.clearRect(x, y, w, h);
      context.strokeStyle = colour;
      context.setLineDash([2, 1.5]);
      context.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
    };
    const drawMap = () => {
      fitCanvas(canvas, width, height, ratio);
      shown.clearRect(0, 0, canvas.width, canvas.height);
      shown.drawImage(next, 0, 0);
      canvas.dataset['notes'] = String(notes.length);
    };
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDrawing = false;
    let isDue = false;
    const drawAll = () => {
      [timer, isDrawing, isDue] = [undefined, true, false];
      const endDrawing = () => {
        drawMap();
        isDrawing = false;
        if (isDue) schedule();
      };
      context.clearRect(0, 0, width, height);
      runInSlices(listFilledRects(boxes, notes, places, colours, statusOf()), fill, endDrawing, stop.signal);
    };
    // After what the person looks at; while a run goes on, not with each of its events.
    const schedule = (wait = afterRunEvent) => {
      if (isDrawing) isDue = true;
      else timer ??= setTimeout(drawAll, wait);
    };
    schedule(afterCanvas);
    const leave = subscribeToRun(schedule);
    return () => {
      clearTimeout(timer);
      stop.abort();
      leave();
    };
  }, [boxes, notes, places, colours, scale, statusOf, subscribeToRun]);

  useEffect(() => {
    const placeFrame = () => {
      const frame = frameRef.current;
      if (!frame) return;
      const { transform, width: seenWidth, height: seenHeight } = store.getState();
      const [x, y, zoom] = transform;
      const [left, right] = computeSide(scale.x - (x / zoom) * scale.zoom, (seenWidth / zoom) * scale.zoom, width);
      const [top, bottom] = computeSide(scale.y - (y / zoom) * scale.zoom, (seenHeight / zoom) * scale.zoom, height);
      frame.style.transform = `translate(${left}px, ${top}px)`;
      frame.style.width = `${right - left}px`;
      frame.style.height = `${bottom - top}px`;
    };
    placeFrame();
    return store.subscribe((state, before) => {
      if (state.transform !== before.transform || state.width !== before.width || state.height !== before.height)
        placeFrame();
    });
  }, [store, scale]);

  const goToPointer = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    event.currentTarget.setPointerCapture(event.pointerId);
    const x = (event.clientX - box.left - scale.x) / scale.zoom;
    const y = (event.clientY - box.top - scale.y) / scale.zoom;
    void flow.setCenter(x, y, { zoom: flow.getZoom() });
  };
  return (
    <div
      className={styles.minimap}
      onPointerDown={goToPointer}
      onPointerMove={goToPointer}
      role="img"
      aria-label="Map of the workflow"
    >
      <canvas ref={canvasRef} />
      <div ref={frameRef} className={styles.minimapFrame} />
    </div>
  );
}

/** The statuses of the tasks in the run that is shown, when asked for, and how to be told of others. */
function useRunStatuses() {
  const { run, forecast } = useStores();
  const callsShown = useView((state) => state.shownRun.callsShown);
  return useMemo(() => {
    const runPath = (taskPath: TaskPath) => getRunPath({ shownRun: { callsShown } }, taskPath);
    const statusOf = (): FindTaskStatus => {
      const shown = run.getState();
      if (shown.executionId === undefined) return undefined;
      const forecasts = selectForecasts(forecast.getState(), findRunShownToEnd(shown));
      return (box) => findDrawnStatus({ run: shown, runPath, forecasts }, box);
    };
    const subscribeToRun = (schedule: () => void) => {
      const leaves = [
        run.subscribe((state, before) => {
          if (state.run !== before.run || state.executionId !== before.executionId) schedule();
        }),
        forecast.subscribe(() => schedule()),
      ];
      return () => {
        for (const leave of leaves) leave();
      };
    };
    return { statusOf, subscribeToRun };
  }, [run, forecast, callsShown]);
}

const noNotes: readonly NoteBox[] = [];

/** The notes on the canvas. They stay the same list while an edit moves none of them. */
function useNotes(boxes: Boxes): readonly NoteBox[] {
  const { document } = useStores();
  const notes = useDocument((state) => state.document.layout?.notes);
  const root = useView((state) => state.canvas.root);
  return useMemo(
    () => (notes === undefined ? noNotes : noteBoxes(document.getState().document, boxes, root)),
    [notes, boxes, root, document],
  );
}

/** Start and end of the frame along one side of the map. It stays within the map and large enough to be seen. */
function computeSide(from: number, length: number, whole: number): readonly [from: number, to: number] {
  const inside = (place: number) => Math.min(Math.max(place, frameInset), whole - frameInset);
  const middle = from + length / 2;
  const half = Math.max(length, smallestFrame) / 2;
  return [inside(middle - half), inside(middle + half)];
}

/** The transform from the canvas to the map: map = canvas × zoom + offset. */
function mapScale(rects: readonly (Rect | undefined)[]): {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
} {
  const bounds = computeBounds(rects) ?? { x: 0, y: 0, width: nodeWidth, height: nodeHeight };
  const zoom = Math.min((width - 2 * margin) / bounds.width, (height - 2 * margin) / bounds.height, 0.16);
  return {
    x: width / 2 - (bounds.x + bounds.width / 2) * zoom,
    y: height / 2 - (bounds.y + bounds.height / 2) * zoom,
    zoom,
  };
}
