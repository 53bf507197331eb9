import type { ConnectionLineComponentProps } from '@xyflow/react';
import { useEffect } from 'react';
import type { Point } from '@/workflow/document';
import { buildEdgePath } from '../../geometry/node-geometry';
import { useCanvasState, useCanvasStore } from '../canvas-state';
import type { TaskFlowNode } from '../project-flow';
import styles from './edge.module.css';

interface WireProps {
  readonly start: Point;
  readonly end: Point;
  /** Why the wire may not end here. */
  readonly refusal: string | undefined;
}

/** A wire being drawn. Where it may not end, it ends in a cross and shows why. */
export function DrawnWire({ start, end, refusal }: WireProps) {
  const [x, y] = end;
  return (
    <g className={styles.wire} data-refused={refusal !== undefined}>
      <path d={buildEdgePath(start, end)} />
      {refusal !== undefined && (
        <>
          <path className={styles.cross} d={`M${x - 4},${y - 4} l8,8 m0,-8 l-8,8`} />
          <foreignObject x={x + 10} y={y + 14} width={1} height={1} className={styles.reason}>
            <div>{refusal}</div>
          </foreignObject>
        </>
      )}
    </g>
  );
}

/** The wire that the pointer draws. */
export function PointerWire({
  fromX,
  fromY,
  toX,
  toY,
  fromHandle,
  connectionStatus,
}: ConnectionLineComponentProps<TaskFlowNode>) {
  const canvas = useCanvasStore();
  const refusal = useCanvasState((state) => state.refusal);
  // No port is near any more that refused it.
  const isOver = refusal !== undefined && connectionStatus === null;
  useEffect(() => {
    if (isOver) canvas.setState({ refusal: undefined });
  }, [isOver, canvas]);
  const handleEnd: Point = [fromX, fromY];
  const pointerEnd: Point = [toX, toY];
  const forward = fromHandle.type === 'source';
  return (
    <DrawnWire start={forward ? handleEnd : pointerEnd} end={forward ? pointerEnd : handleEnd} refusal={refusal} />
  );
}
