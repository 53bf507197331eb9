import { type ReactFlowState, useStore } from '@xyflow/react';
import { useMemo } from 'react';
import { useView } from '@/state/context';
import { isSameRect, type Rect } from '../geometry/node-geometry';
import type { Shown } from './project-flow';
import { readableZoom } from './use-reveal';

/**
 * Side of a cell, in pixels of the canvas. The shown region grows by whole cells, so that it seldom changes as the view
 * moves.
 */
const cell = 1024;
const nothing: Rect = { x: 0, y: 0, width: 0, height: 0 };

/**
 * The part of the canvas that React Flow is given: the cells in view, and the task from which a wire is being drawn.
 */
export function useShown(): Shown {
  const region = useStore(computeCellsInView, isSameRect);
  const also = useStore(({ connection }) => connection.fromNode?.id);
  const root = useView((state) => state.canvas.root);
  return useMemo(() => ({ region, also, root }), [region, also, root]);
}

function computeCellsInView({ transform: [x, y, zoom], width, height }: ReactFlowState): Rect {
  // At low zoom the overview canvas draws everything.
  if (zoom < readableZoom) return nothing;
  const [left, top] = [Math.floor(-x / zoom / cell) * cell, Math.floor(-y / zoom / cell) * cell];
  const [right, bottom] = [Math.ceil((width - x) / zoom / cell) * cell, Math.ceil((height - y) / zoom / cell) * cell];
  return { x: left, y: top, width: right - left, height: bottom - top };
}
