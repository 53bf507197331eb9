import { type ReactFlowState, useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { useMemo } from 'react';
import { useDocument, useView } from '@/state/context';
import { moreTasksPlace } from '@/ui/display/more-tasks-place';
import { Button } from '@/ui/form/button';
import { findContainerPath } from '@/workflow/task-path';
import { type Boxes, listTopBoxes } from '../geometry/boxes';
import { isNarrowCanvas } from '../geometry/fit';
import { findOutOfSight, type OutOfSight } from '../geometry/out-of-sight';
import { findCanvasFrame } from '../geometry/root-boxes';
import styles from './canvas.module.css';
import { panTo } from './pan-to';

const arrows: { readonly [S in OutOfSight['side']]: string } = { right: '→', below: '↓', left: '←', above: '↑' };

/**
 * How many tasks of a narrow canvas are not wholly in sight; a press pans to the next ones. It stands in the drawer's
 * bar, and for touch at the corner of the canvas.
 */
export function MoreTasks({ boxes }: { readonly boxes: Boxes }) {
  const flow = useReactFlow();
  const store = useStoreApi();
  const root = useView((state) => state.canvas.root);
  const frame = useDocument(({ document }) => findCanvasFrame(document, root));
  const find = useMemo(() => {
    const tasks =
      frame === undefined
        ? listTopBoxes(boxes)
        : [...boxes.values()].filter(({ taskPath }) => findContainerPath(taskPath) === frame);
    return ({ transform: [x, y, zoom], width, height }: ReactFlowState) =>
      isNarrowCanvas({ width, height }) ? findOutOfSight(tasks, { x, y, zoom }, { width, height }) : undefined;
  }, [boxes, frame]);
  const count = useStore((state) => find(state)?.count ?? 0);
  const side = useStore((state) => find(state)?.side ?? 'right');
  if (count === 0) return null;
  const panToNext = () => {
    const found = find(store.getState());
    if (found) panTo(flow, found.next);
  };
  const label = `${count} more ${count === 1 ? 'task' : 'tasks'} ${arrows[side]}`;
  const pill = (
    <button type="button" className={styles.more} onClick={panToNext}>
      {label}
    </button>
  );
  if (matchMedia('(pointer: coarse)').matches) return pill;
  return (
    <moreTasksPlace.Filled otherwise={pill}>
      <Button variant="ghost" size="s" onClick={panToNext}>
        {label}
      </Button>
    </moreTasksPlace.Filled>
  );
}
