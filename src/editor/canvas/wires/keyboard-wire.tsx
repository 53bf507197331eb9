import { ViewportPortal } from '@xyflow/react';
import { useEffect, useMemo } from 'react';
import { useDocument, useView } from '@/state/context';
import { findWireStart } from '@/state/view/gestures';
import { getSelectedTask } from '@/state/view-store';
import type { Ends } from '@/workflow/commands/edges/connect-paths';
import { findPortRefusal } from '@/workflow/commands/edges/port-edges';
import type { WorkflowDocument } from '@/workflow/document';
import { listPorts } from '@/workflow/graph/ports';
import { locateTask } from '@/workflow/task-path';
import { computeBoxesAround } from '../../geometry/boxes';
import { computeEdgeEnds } from '../../geometry/node-geometry';
import { useCanvasStore } from '../canvas-state';
import styles from './edge.module.css';
import { DrawnWire } from './wire';

/** The wire of connecting by keyboard: from the task where it began to the one selected now. */
export function KeyboardWire() {
  const canvas = useCanvasStore();
  const from = useView(findWireStart);
  const to = useView(getSelectedTask);
  const document = useDocument((state) => state.document);
  const ends = useMemo(() => {
    if (from === undefined || to === undefined || from === to) return undefined;
    const boxes = computeBoxesAround(document, from);
    const [source, target] = [boxes.get(from), boxes.get(to)];
    return (
      source && target && { ...computeEdgeEnds(source, target), refusal: findRefusalOfAll(document, { from, to }) }
    );
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
function findRefusalOfAll(document: WorkflowDocument, ends: Ends): string | undefined {
  const task = locateTask(document, ends.to)?.task;
  const refusal = findPortRefusal(document, ends);
  const named = task === undefined ? [] : listPorts(document, task);
  return named.some(({ name }) => findPortRefusal(document, { ...ends, port: name }) === undefined)
    ? undefined
    : refusal;
}
