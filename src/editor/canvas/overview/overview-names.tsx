import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useDocument, useStores, useView } from '@/state/context';
import { runInSlices } from '@/ui/in-slices';
import { formatTaskLabel, type WorkflowDocument } from '@/workflow/document';
import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import type { Boxes } from '../../geometry/boxes';
import type { Viewport } from '../../geometry/node-geometry';
import { computeBoxesUnder } from '../../geometry/root-boxes';
import styles from '../canvas.module.css';
import { plainZoom } from './overview-block';
import { useColours } from './palette-colours';
import { nameHeight, namePoint, type PlacedName, placeNamesInSteps } from './place-names';
import { type DrawnOn, useDrawnCanvas } from './use-drawn-canvas';

/** Names are placed for these zooms, a factor of 2^¼ apart, and shown up to the next: so they stay where they are. */
const steps = 4;

/** The names of the workflow at low zoom, as many as can be read, over the overview. */
export function OverviewNames() {
  const { document: documents } = useStores();
  const root = useView((state) => state.canvas.root);
  const boxes = useDocument(({ document }) => computeBoxesUnder(document, root));
  const colours = useColours();
  const redraw = useRef(() => {});
  const shown = useRef<readonly PlacedName[]>([]);
  const placing = useMemo(() => new Placing(boxes), [boxes]);
  useEffect(() => () => placing.stop(), [placing]);
  /** The names at a zoom; while they are being placed, those that are shown already. */
  const namesAt = useCallback(
    (zoom: number) => {
      const nameIn = (taskPath: TaskPath) => formatOverviewName(documents.getState().document, taskPath);
      shown.current = placing.at(zoom, nameIn, () => redraw.current()) ?? shown.current;
      return shown.current;
    },
    [placing, documents],
  );
  const draw = useCallback(
    ({ canvas, context, width, height, ratio }: DrawnOn, { x, y, zoom }: Viewport) => {
      const { document } = documents.getState();
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      context.textBaseline = 'middle';
      let count = 0;
      for (const name of namesAt(zoom)) {
        const { open, taskPath } = name.box;
        const [fromLeft, fromTop] = namePoint(name.box, zoom);
        const [left, top] = [fromLeft + x, fromTop + y];
        if (left > width || top > height || left + name.width < 0 || top + nameHeight < 0) continue;
        count += 1;
        context.font = `${open ? '600 ' : ''}11px ${colours.font}`;
        const text = cutName(context, formatOverviewName(document, taskPath), name.width);
        if (zoom < plainZoom || open) {
          context.globalAlpha = 0.85;
          context.fillStyle = colours.raised;
          context.fillRect(left - 2, top, Math.min(context.measureText(text).width, name.width) + 4, nameHeight);
          context.globalAlpha = 1;
        }
        context.fillStyle = colours.text;
        context.fillText(text, left, top + nameHeight / 2, name.width);
      }
      canvas.dataset['names'] = String(count);
    },
    [documents, colours, namesAt],
  );
  const subscribe = useCallback(
    (schedule: () => void) => {
      redraw.current = schedule;
      return documents.subscribe(schedule);
    },
    [documents],
  );
  return <canvas ref={useDrawnCanvas(draw, subscribe)} className={styles.overview} />;
}

/** Places the names of some boxes for each zoom that is asked for, a little at a time, as there may be ten thousand. */
class Placing {
  readonly #boxes: Boxes;
  readonly #placed = new Map<number, readonly PlacedName[]>();
  #running: { readonly step: number; readonly stop: AbortController } | undefined;

  constructor(boxes: Boxes) {
    this.#boxes = boxes;
  }

  /** The names at a zoom; undefined: not placed yet. Then `whole` is called once they are. */
  at(zoom: number, nameIn: (taskPath: TaskPath) => string, whole: () => void): readonly PlacedName[] | undefined {
    const step = Math.floor(Math.log2(zoom) * steps);
    if (!this.#placed.has(step) && this.#running?.step !== step) this.#place(step, nameIn, whole);
    return this.#placed.get(step);
  }

  stop(): void {
    this.#running?.stop.abort();
    this.#running = undefined;
  }

  #place(step: number, nameIn: (taskPath: TaskPath) => string, whole: () => void): void {
    this.stop();
    const stop = new AbortController();
    this.#running = { step, stop };
    const [boxes, placed] = [this.#boxes, this.#placed];
    const placeAllNames = function* () {
      placed.set(step, yield* placeNamesInSteps(boxes, 2 ** (step / steps), nameIn));
    };
    const endPlacing = () => {
      this.#running = undefined;
      whole();
    };
    runInSlices(placeAllNames(), () => {}, endPlacing, stop.signal);
  }
}

function formatOverviewName(document: WorkflowDocument, taskPath: TaskPath): string {
  const id = formatSegment(getLastSegment(taskPath));
  const task = locateTask(document, taskPath)?.task;
  return task === undefined ? id : formatTaskLabel(id, task);
}

/** As much of a name as the width takes. What is a little too long is drawn a little narrower. */
function cutName(context: CanvasRenderingContext2D, text: string, width: number): string {
  const whole = context.measureText(text).width;
  if (whole <= width * 1.1) return text;
  const characters = [...text];
  const most = Math.max(1, Math.floor((characters.length * width) / whole) - 1);
  return `${characters.slice(0, most).join('')}…`;
}
