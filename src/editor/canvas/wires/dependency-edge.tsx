import { BaseEdge, type EdgeProps } from '@xyflow/react';
import { memo, useCallback, useState } from 'react';
import { useDocument, useRun, useView } from '@/state/context';
import { useRunPath } from '@/state/run-path';
import { joinClassNames } from '@/ui/class-names';
import { type EdgeCycle, formatCycle } from '../../geometry/edge-cycles';
import { buildCornersPath, buildEdgePath, computeEdgeMiddle, namedPortSize } from '../../geometry/node-geometry';
import { canvasPart } from '../canvas-part';
import { useCanvasState } from '../canvas-state';
import { formatPersonalName } from '../nodes/task-sentence';
import { findPhaseAt } from '../nodes/use-task-badge';
import type { DependencyFlowEdge } from '../project-flow';
import styles from './edge.module.css';

const EdgeTitle = canvasPart.component((canvas) => canvas.EdgeTitle, { Failed: () => null });

/**
 * An edge: solid where data flows, ending at the dot of its port; dotted with a head where it only orders; with moving
 * dashes while its target runs, and asks nobody. In a cycle it is dashed, in the colour of what fails, and crossed out.
 */
export const DependencyEdge = memo(function DependencyEdge(props: EdgeProps<DependencyFlowEdge>) {
  const { source, target, sourceX, sourceY, targetX, targetY, data } = props;
  const { kind, port, waits = true, corners, cycle } = data ?? {};
  const [hovered, setHovered] = useState(false);
  const selected = useView(({ canvas: { edge } }) => edge?.from === source && edge.to === target && edge.port === port);
  const path = useRunPath(target);
  const live = useRun(
    (state) => state.run.tasks.get(path)?.status === 'running' && findPhaseAt(state, path) === 'running',
  );
  const dropped = useCanvasState(({ dropEdge }) => dropEdge?.from === source && dropEdge.to === target);
  const order = kind === 'order';
  // The grips at its ends cover a short edge, and lie beside what is drawn here.
  const noticePointer = useCallback((drawn: SVGGElement) => {
    const listening = new AbortController();
    const { signal } = listening;
    drawn.parentElement?.addEventListener('pointerenter', () => setHovered(true), { signal });
    return () => listening.abort();
  }, []);
  const look = joinClassNames(
    styles.edge,
    order && styles.order,
    live && styles.live,
    cycle && styles.cycle,
    (selected || dropped) && styles.selected,
  );
  const ends = [
    [sourceX, sourceY],
    [targetX, targetY],
  ] as const;
  const [x, y] = computeEdgeMiddle(...ends, corners);
  return (
    <g ref={noticePointer} className={look} data-kind={kind} data-port={port}>
      {(hovered || selected) && <EdgeTitle from={source} to={target} port={port} waits={waits} middle={[x, y]} />}
      <BaseEdge path={corners ? buildCornersPath(corners) : buildEdgePath(...ends)} interactionWidth={16} />
      {order && <path className={styles.head} d={`M${targetX},${targetY} l-7,-3.5 v7 z`} />}
      {port !== undefined && <circle className={styles.head} cx={targetX} cy={targetY} r={namedPortSize / 2} />}
      {cycle && <path className={styles.cross} d={`M${x - 4},${y - 4} l8,8 m0,-8 l-8,8`} />}
      {cycle?.isNamed && (
        <text className={styles.said} x={x + 12} y={y + 4}>
          <CycleText cycle={cycle} />
        </text>
      )}
    </g>
  );
});

function CycleText({ cycle }: { readonly cycle: EdgeCycle }) {
  return useDocument(({ document }) => formatCycle(cycle, (taskPath) => formatPersonalName(document, taskPath)));
}
