import { useStoreApi } from '@xyflow/react';
import { type RefObject, useEffect, useRef } from 'react';
import type { Viewport } from '../../geometry/node-geometry';
import { fitCanvas } from './fit-canvas';

/** What is drawn on, of which size: the canvas in CSS pixels, and how many device pixels one of these has. */
export interface DrawnOn {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/**
 * A 2D canvas as large as React Flow, drawn again when the view moves, when `draw` is another function, and when
 * `subscribe` says so: at most once a frame. `subscribe` returns how to leave. Both are memoised by the caller.
 */
export function useDrawnCanvas(
  draw: (on: DrawnOn, viewport: Viewport) => void,
  subscribe: (schedule: () => void) => () => void,
): RefObject<HTMLCanvasElement | null> {
  const flow = useStoreApi();
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    let frame = 0;
    const drawNow = () => {
      frame = 0;
      const { transform, width, height } = flow.getState();
      const [x, y, zoom] = transform;
      const ratio = window.devicePixelRatio;
      fitCanvas(canvas, width, height, ratio);
      draw({ canvas, context, width, height, ratio }, { x, y, zoom });
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(drawNow);
    };
    // Not now: what is drawn first takes as long as the rest of the page, which is shown before.
    schedule();
    const leave = subscribe(schedule);
    const leaveFlow = flow.subscribe((state, before) => {
      const moved = state.transform !== before.transform;
      if (moved || state.width !== before.width || state.height !== before.height) schedule();
    });
    return () => {
      cancelAnimationFrame(frame);
      leaveFlow();
      leave();
    };
  }, [flow, draw, subscribe]);
  return ref;
}
