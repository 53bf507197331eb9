import { type ConnectionLineComponentProps, ViewportPortal } from '@xyflow/react';
import { useMemo } from 'react';
import { useDocument, useView } from '@/state/context';
import { selectedTask } from '@/state/view-store';
import { connectionRefusal } from '@/workflow/commands/edges/connect-paths';
import type { Point } from '@/workflow/document';
import { boxesOf } from '../../geometry/boxes';
import { edgeEnds, edgePath } from '../../geometry/node-geometry';
import { useCanvasState } from '../canvas-state';
import styles from './edge.module.css';

interface WireProps {
  readonly start: Point;
  readonly end: Point;
  /** Why the wire may not end here. */
  readonly refusal: string | undefined;
}

/** A wire being drawn. Where it may not end, it ends in a cross and shows why. */
function Wire({ start, end, refusal }: WireProps) {
  const [x, y] = end;
  return (
    <g className={styles.wire} data-refused={refusal !== undefined}>
      <path d={edgePath(start, end)} />
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
export function PointerWire({ fromX, fromY, toX, toY, fromHandle }: ConnectionLineComponentProps) {
  const refusal = useCanvasState((state) => state.refusal);
  const handleEnd: Point = [fromX, fromY];
  const pointerEnd: Point = [toX, toY];
  const forward = fromHandle.type === 'source';
  return <Wire start={forward ? handleEnd : pointerEnd} end={forward ? pointerEnd : handleEnd} refusal={refusal} />;
}

/** The wire of connecting by keyboard: from the task where it began to the one selected now. */
export function KeyboardWire() {
  const from = useView((state) => state.connectingFrom);
  const to = useView(selectedTask);
  const document = useDocument((state) => state.document);
  const ends = useMemo(() => {
    if (from === undefined || to === undefined || from === to) return undefined;
    const boxes = boxesOf(document);
    const [source, target] = [boxes.get(from), boxes.get(to)];
    return source && target && { ...edgeEnds(source, target), refusal: connectionRefusal(document, { from, to }) };
  }, [document, from, to]);
  if (!ends) return null;
  return (
    <ViewportPortal>
      <svg className={styles.layer} aria-hidden="true">
        <Wire {...ends} />
      </svg>
    </ViewportPortal>
  );
}
