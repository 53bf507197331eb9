import { useCallback, useEffect, useMemo, useRef } from 'react';
import { cleanShownText } from '@/base/shown-text';
import { isNotTaken } from '@/run/projections/is-not-taken';
import type { RunState } from '@/run/run-state';
import { useDocument, useStores, useView } from '@/state/context';
import { findRunShownToEnd, selectForecasts } from '@/state/forecast-store';
import { getRunPath } from '@/state/run-path';
import type { ShownRun } from '@/state/view-store';
import { formatTaskLabel, type Point, type WorkflowDocument } from '@/workflow/document';
import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import { type Boxes, countTopBoxes } from '../../geometry/boxes';
import { collectCycles } from '../../geometry/edge-cycles';
import { getObstacles } from '../../geometry/edge-routes';
import { listEdges } from '../../geometry/edges';
import type { Viewport } from '../../geometry/node-geometry';
import { computeBoxesUnder } from '../../geometry/root-boxes';
import { useBorder } from '../border/use-border';
import styles from '../canvas.module.css';
import { useCanvasStore } from '../canvas-state';
import { type DrawnBlock, drawOverview } from './draw-overview';
import { buildEdgeLines, type EdgeLines } from './edge-lines';
import { collectNotTakenBoxes } from './not-taken-boxes';
import { useColours } from './palette-colours';
import { type DrawnOn, useDrawnCanvas } from './use-drawn-canvas';

/** What was drawn last, and from where it was seen. */
interface Drawn {
  readonly blocks: readonly DrawnBlock[];
  readonly viewport: Viewport;
}

/**
 * The workflow at low zoom, on one 2D canvas under React Flow's viewport, while no task is an element of the page.
 * `boxes`: those on the canvas, dragged ones where they are now.
 */
export function Overview({ boxes }: { readonly boxes: Boxes }) {
  const { document: documents, run, forecast } = useStores();
  const canvasStore = useCanvasStore();
  const root = useView((state) => state.canvas.root);
  const still = useDocument(({ document }) => computeBoxesUnder(document, root));
  const edges = useDocument(({ document }) => listEdges(document, still));
  const cycles = useDocument(({ document }) => collectCycles(document, edges));
  const selection = useView((state) => state.canvas.selection);
  const callsShown = useView((state) => state.shownRun.callsShown);
  const colours = useColours();
  const end = useBorder(boxes)?.places.result.x;
  const last = useRef<Drawn>(undefined);
  const notTakenIn = useNotTakenIn(boxes, callsShown);
  const lines = useRef<{ edges: typeof edges; boxes: Boxes; still: Boxes; paths: readonly EdgeLines[] }>(undefined);
  const draw = useCallback(
    ({ canvas, context, ...size }: DrawnOn, viewport: Viewport) => {
      const shown = run.getState();
      const before = lines.current;
      const isSame = before?.edges === edges && before.boxes === boxes && before.still === still;
      const obstacles = getObstacles(still);
      const paths = isSame ? before.paths : buildEdgeLines({ edges, boxes, obstacles, cycles }, before?.paths);
      lines.current = { edges, boxes, still, paths };
      const forecasts = selectForecasts(forecast.getState(), findRunShownToEnd(shown));
      const runPath = (taskPath: TaskPath) => getRunPath({ shownRun: { callsShown } }, taskPath);
      const notTaken = notTakenIn(shown.run);
      const { document } = documents.getState();
      const nameIn = (taskPath: TaskPath) => formatBlockName(document, taskPath);
      const { hovered: pointed } = canvasStore.getState();
      const told = { run: shown, notTaken, runPath, forecasts, nameIn };
      const scene = { boxes, obstacles, end, selection, pointed, colours, ...told };
      const blocks = drawOverview(context, scene, paths, viewport, size);
      last.current = { blocks, viewport };
      canvas.dataset['passed'] = String(notTaken.size);
      canvas.dataset['tasks'] = String(countTopBoxes(boxes));
      canvas.dataset['names'] = String(blocks.filter(({ name }) => name !== undefined).length);
    },
    [
      documents,
      canvasStore,
      run,
      forecast,
      boxes,
      still,
      end,
      selection,
      callsShown,
      edges,
      cycles,
      notTakenIn,
      colours,
    ],
  );
  useEffect(() => {
    const findBlockAt = ([x, y]: Point) => {
      if (last.current === undefined) return undefined;
      const { blocks, viewport } = last.current;
      const [left, top] = [x * viewport.zoom + viewport.x, y * viewport.zoom + viewport.y];
      const isAt = ({ rect }: DrawnBlock) =>
        left >= rect.x && left <= rect.x + rect.width && top >= rect.y && top <= rect.y + rect.height;
      return blocks.findLast(isAt)?.taskPath;
    };
    canvasStore.setState({ findBlockAt });
    return () => canvasStore.setState({ findBlockAt: undefined, hovered: undefined });
  }, [canvasStore]);
  const subscribe = useCallback(
    (schedule: () => void) => {
      const leaveRun = run.subscribe((state, before) => {
        if (state.run !== before.run) schedule();
      });
      const leaveForecast = forecast.subscribe(schedule);
      const leaveDocument = documents.subscribe(schedule);
      const leavePointer = canvasStore.subscribe((state, before) => {
        if (state.hovered !== before.hovered) schedule();
      });
      return () => {
        leaveRun();
        leaveForecast();
        leaveDocument();
        leavePointer();
      };
    },
    [documents, canvasStore, run, forecast],
  );
  return <canvas ref={useDrawnCanvas(draw, subscribe)} className={styles.overview} />;
}

function formatBlockName(document: WorkflowDocument, taskPath: TaskPath): string {
  const id = formatSegment(getLastSegment(taskPath));
  const task = locateTask(document, taskPath)?.task;
  return cleanShownText(task === undefined ? id : formatTaskLabel(id, task));
}

/** Finds the boxes in branches that a run did not take. The view moves more often than a run goes on. */
function useNotTakenIn(boxes: Boxes, callsShown: ShownRun['callsShown']) {
  const chosen = useView((state) => state.shownRun.instance);
  return useMemo(() => {
    let last: { readonly run: RunState; readonly found: ReadonlySet<TaskPath> } | undefined;
    const isPassed = (run: RunState, branch: TaskPath) =>
      isNotTaken(run, getRunPath({ shownRun: { callsShown } }, branch), chosen);
    return (run: RunState) => {
      if (last?.run !== run) last = { run, found: collectNotTakenBoxes(boxes, (branch) => isPassed(run, branch)) };
      return last.found;
    };
  }, [boxes, callsShown, chosen]);
}
