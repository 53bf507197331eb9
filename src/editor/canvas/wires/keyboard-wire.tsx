import { ViewportPortal } from '@xyflow/react';
import { useEffect, useMemo } from 'react';
import { useDocument, useView } from '@/state/context';
import { findWireStart } from '@/state/view/gestures';
import { selectedTask } from '@/state/view-store';
import type { Ends } from '@/workflow/commands/edges/connect-paths';
import { portRefusal } from '@/workflow/commands/edges/port-edges';
import type { WorkflowDocument } from '@/workflow/document';
import { portsOf } from '@/workflow/graph/ports';
import { locateTask } from '@/workflow/task-path';
import { boxesAround } from '../../geometry/boxes';
import { edgeEnds } from '../../geometry/node-geometry';
import { useCanvasStore } from '../canvas-state';
import styles from './edge.module.css';
import { DrawnWire } from './wire';

/** The wire of connecting by keyboard: from the task where it began to the one selected now. */
export function KeyboardWire() {
  const canvas = useCanvasStore();
  const from = useView(findWireStart);
  const to = useView(selectedTask);
  const document = useDocument((state) => state.document);
  const ends = useMemo(() => {
    if (from === undefined || to === undefined || from === to) return undefined;
    const boxes = boxesAround(document, from);
    const [source, target] = [boxes.get(from), boxes.get(to)];
    return source && target && { ...edgeEnds(source, target), refusal: refusalOfAll(document, { from, to }) };
  }, [document, from, to]);
  const refusal = ends?.refusal;
  useEffect(() => {
    canvas.setState({ keyRefusal: refusal });
    return () => canvas.setState({ keyRefusal: undefined });
  }, [canvas, refusal]);
  if (!ends) return null;
  return (
    <ViewportPortal>
      <svg className={styles.layer} aria-hidden="true">
        <DrawnWire {...ends} />
      </svg>
    </ViewportPortal>
  );
}

/** Why neither the main port nor a named one can be connected; undefined if one of them can. */
function refusalOfAll(document: WorkflowDocument, ends: Ends): string | undefined {
  const task = locateTask(document, ends.to)?.task;
  const refusal = portRefusal(document, ends);
  const named = task === undefined ? [] : portsOf(document, task);
  return named.some(({ name }) => portRefusal(document, { ...ends, port: name }) === undefined) ? undefined : refusal;
}
