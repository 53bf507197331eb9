import { useCallback, useMemo, useRef } from 'react';
import { isNotTaken } from '@/run/projections/is-not-taken';
import type { RunState } from '@/run/run-state';
import { useDocument, useStores, useView } from '@/state/context';
import { findRunShownToEnd, selectForecasts } from '@/state/forecast-store';
import { getRunPath } from '@/state/run-path';
import type { ShownRun } from '@/state/view-store';
import type { TaskPath } from '@/workflow/task-path';
import { type Boxes, countTopBoxes } from '../../geometry/boxes';
import { collectCycles } from '../../geometry/edge-cycles';
import { getObstacles } from '../../geometry/edge-routes';
import { listEdges } from '../../geometry/edges';
import type { Viewport } from '../../geometry/node-geometry';
import { computeBoxesUnder } from '../../geometry/root-boxes';
import styles from '../canvas.module.css';
import { buildEdgeLines, drawOverview, type EdgeLines } from './draw-overview';
import { collectNotTakenBoxes } from './not-taken-boxes';
import { useColours } from './palette-colours';
import { type DrawnOn, useDrawnCanvas } from './use-drawn-canvas';

/**
 * The workflow at low zoom, on one 2D canvas under React Flow's viewport, while no task is an element of the page.
 * `boxes`: those on the canvas, dragged ones where they are now.
 */
export function OverviewCanvas({ boxes }: { readonly boxes: Boxes }) {
  const { run, forecast } = useStores();
  const root = useView((state) => state.canvas.root);
  const still = useDocument(({ document }) => computeBoxesUnder(document, root));
  const edges = useDocument(({ document }) => listEdges(document, still));
  const cycles = useDocument(({ document }) => collectCycles(document, edges));
  const selection = useView((state) => state.canvas.selection);
  const callsShown = useView((state) => state.shownRun.callsShown);
  const colours = useColours();
  const notTakenIn = useNotTakenIn(boxes, callsShown);
  const lines = useRef<{ edges: typeof edges; boxes: Boxes; still: Boxes; paths: readonly EdgeLines[] }>(undefined);
  const draw = useCallback(
    ({ canvas, context, ...size }: DrawnOn, viewport: Viewport) => {
      const shown = run.getState();
      const before = lines.current;
      const isSame = before?.edges === edges && before.boxes === boxes && before.still === still;
      const paths = isSame
        ? before.paths
        : buildEdgeLines({ edges, boxes, obstacles: getObstacles(still), cycles }, before?.paths);
      lines.current = { edges, boxes, still, paths };
      const forecasts = selectForecasts(forecast.getState(), findRunShownToEnd(shown));
      const runPath = (taskPath: TaskPath) => getRunPath({ shownRun: { callsShown } }, taskPath);
      const notTaken = notTakenIn(shown.run);
      const scene = { boxes, selection, run: shown, notTaken, runPath, forecasts, colours };
      drawOverview(context, scene, paths, viewport, size);
      canvas.dataset['passed'] = String(notTaken.size);
      canvas.dataset['tasks'] = String(countTopBoxes(boxes));
    },
    [run, forecast, boxes, still, selection, callsShown, edges, cycles, notTakenIn, colours],
  );
  const subscribe = useCallback(
    (schedule: () => void) => {
      const leaveRun = run.subscribe((state, before) => {
        if (state.run !== before.run) schedule();
      });
      const leaveForecast = forecast.subscribe(schedule);
      return () => {
        leaveRun();
        leaveForecast();
      };
    },
    [run, forecast],
  );
  return <canvas ref={useDrawnCanvas(draw, subscribe)} className={styles.overview} />;
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
