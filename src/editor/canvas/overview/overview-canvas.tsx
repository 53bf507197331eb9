import { useStoreApi } from '@xyflow/react';
import { useEffect, useMemo, useRef } from 'react';
import { useDocument, useStores, useView } from '@/state/context';
import { forecastsOf, shownToItsEnd } from '@/state/forecast-store';
import { type Boxes, boxesOf, topBoxes } from '../../geometry/boxes';
import { edgesOf } from '../../geometry/edges';
import styles from '../canvas.module.css';
import { drawOverview, edgeLines } from './draw-overview';
import { fitCanvas } from './fit-canvas';
import { useColours } from './palette-colours';

/**
 * The workflow at low zoom, on one 2D canvas under React Flow's viewport, while no task is an element of the page. It
 * is drawn again when the viewport or its content changes, at most once a frame.
 */
export function OverviewCanvas({ boxes }: { readonly boxes: Boxes }) {
  const flow = useStoreApi();
  const { run, forecast } = useStores();
  const edges = useDocument(({ document }) => edgesOf(document, boxesOf(document)));
  const selection = useView((state) => state.selection);
  const colours = useColours();
  const lines = useMemo(() => edgeLines(edges, boxes), [edges, boxes]);
  const ref = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    let frame = 0;
    const draw = () => {
      frame = 0;
      const { transform, width, height } = flow.getState();
      const [x, y, zoom] = transform;
      const ratio = window.devicePixelRatio;
      fitCanvas(canvas, width, height, ratio);
      const shown = run.getState();
      const forecasts = forecastsOf(forecast.getState(), shownToItsEnd(shown));
      const scene = { boxes, selection, run: shown, forecasts, colours };
      drawOverview(context, scene, lines, { x, y, zoom }, { width, height, ratio });
      canvas.dataset.tasks = String(topBoxes(boxes).length);
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(draw);
    };
    draw();
    const leaveFlow = flow.subscribe((state, before) => {
      const moved = state.transform !== before.transform;
      if (moved || state.width !== before.width || state.height !== before.height) schedule();
    });
    const leaveRun = run.subscribe((state, before) => {
      if (state.run !== before.run) schedule();
    });
    const leaveForecast = forecast.subscribe(schedule);
    return () => {
      cancelAnimationFrame(frame);
      leaveFlow();
      leaveRun();
      leaveForecast();
    };
  }, [flow, run, forecast, boxes, selection, colours, lines]);

  return <canvas ref={ref} className={styles.overview} />;
}
