import { BaseEdge, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import { useRun, useView } from '@/state/context';
import { classNames } from '@/ui/class-names';
import { edgePath } from '../../geometry/node-geometry';
import { useCanvasState } from '../canvas-state';
import { runPhase } from '../nodes/use-task-badge';
import type { DependencyFlowEdge } from '../project-flow';
import styles from './edge.module.css';

/**
 * A dependency: solid where data flows, dotted with a head where it only orders, with moving dashes while its target
 * runs.
 */
export const DependencyEdge = memo(function DependencyEdge(props: EdgeProps<DependencyFlowEdge>) {
  const { source, target, sourceX, sourceY, targetX, targetY, data } = props;
  const selected = useView(({ selectedEdge }) => selectedEdge?.from === source && selectedEdge.to === target);
  const live = useRun((state) => state.run.tasks.get(target)?.status === 'running' && runPhase(state) === 'running');
  const dropped = useCanvasState(({ dropEdge }) => dropEdge?.from === source && dropEdge.to === target);
  const order = data?.kind === 'order';
  const look = classNames(
    styles.edge,
    order && styles.order,
    live && styles.live,
    (selected || dropped) && styles.selected,
  );
  return (
    <g className={look}>
      <BaseEdge path={edgePath([sourceX, sourceY], [targetX, targetY])} interactionWidth={16} />
      {order && <path className={styles.head} d={`M${targetX},${targetY} l-7,-3.5 v7 z`} />}
    </g>
  );
});
