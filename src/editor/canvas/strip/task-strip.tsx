import { type MouseEvent, type UIEvent, useEffect, useMemo, useRef, useState, type WheelEvent } from 'react';
import { computeTaskSums } from '@/run/line/task-sums';
import { useDocument, useRun, useStores, useView } from '@/state/context';
import { isRunning } from '@/state/run-actions';
import { selectTasks } from '@/state/view/canvas';
import { isFollowing } from '@/state/view/shown-run';
import { joinClassNames } from '@/ui/class-names';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { StatusRing } from '@/ui/display/status-ring';
import { TypeIcon } from '@/ui/display/type-tile';
import type { Point } from '@/workflow/document';
import { findContainerPath, locateTask, type TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import { taskTraits } from '@/workflow/tasks';
import { getCanvas } from '../../actions/canvas-handle';
import { openTask } from '../../actions/task-actions';
import { type Boxes, listTopBoxes } from '../../geometry/boxes';
import { listEdges } from '../../geometry/edges';
import { findCanvasFrame } from '../../geometry/root-boxes';
import { columnPitch, computeStripPlaces, pillSize } from '../../geometry/strip-places';
import { openMenu, useCanvasStore } from '../canvas-state';
import { formatBadgeName } from '../nodes/task-badge';
import { formatPersonalName, formatTaskSentence } from '../nodes/task-sentence';
import { useTaskBadge } from '../nodes/use-task-badge';
import styles from './task-strip.module.css';

/**
 * What the large drawer leaves of the canvas: its tasks as pills, in the order in which they run. Only those in sight
 * are in the page. The keys are those of the canvas, which has the focus.
 */
export function TaskStrip({ boxes }: { readonly boxes: Boxes }) {
  const root = useView((state) => state.canvas.root);
  const frame = useDocument(({ document }) => findCanvasFrame(document, root));
  const edges = useDocument(({ document }) => listEdges(document, boxes));
  const isSequence = useDocument(
    ({ document }) => frame !== undefined && locateTask(document, frame)?.task.type === 'sequential',
  );
  const { pills, lines, width } = useMemo(() => {
    const shown =
      frame === undefined
        ? listTopBoxes(boxes)
        : [...boxes.values()].filter(({ taskPath }) => findContainerPath(taskPath) === frame);
    const taskPaths = shown.map(({ taskPath }) => taskPath);
    return computeStripPlaces(taskPaths, isSequence ? joinInOrder(taskPaths) : edges);
  }, [boxes, frame, edges, isSequence]);
  const selection = useView((state) => state.canvas.selection);
  const scroller = useRef<HTMLElement>(null);
  const [first, setFirst] = useState(0);
  const last = first + Math.ceil((scroller.current?.clientWidth || window.innerWidth) / columnPitch) + 1;
  const followed = useFollowed();
  const chosen = useMemo(
    () => pills.find(({ taskPath }) => holdsAny(taskPath, selection.size > 0 ? selection : followed)),
    [pills, selection, followed],
  );
  useEffect(() => {
    const element = scroller.current;
    if (element === null || chosen === undefined) return;
    const [left] = chosen.at;
    const right = left + pillSize.width + pillSize.gap - element.clientWidth;
    if (element.scrollLeft > left - pillSize.gap) element.scrollLeft = left - pillSize.gap;
    else if (element.scrollLeft < right) element.scrollLeft = right;
  }, [chosen]);
  return (
    <ScrollRegion
      ref={scroller}
      label="Tasks beside the large drawer"
      className={styles.strip}
      onScroll={(event: UIEvent<HTMLElement>) =>
        setFirst(Math.max(0, Math.floor(event.currentTarget.scrollLeft / columnPitch) - 1))
      }
      onWheel={scrollSideways}
    >
      <div className={styles.tasks} style={{ width }}>
        <svg className={styles.lines} width={width} height="104" aria-hidden="true">
          <path
            d={lines
              .filter(({ from, to }) => to >= first && from <= last)
              .map(({ path }) => path)
              .join('')}
          />
        </svg>
        {pills.map(
          ({ taskPath, column, at }) =>
            column >= first &&
            column <= last && (
              <Pill key={taskPath} taskPath={taskPath} at={at} isSelected={holdsAny(taskPath, selection)} />
            ),
        )}
      </div>
    </ScrollRegion>
  );
}

/** Steps have no edges: each waits for the one before. */
const joinInOrder = (taskPaths: readonly TaskPath[]) =>
  taskPaths.slice(1).map((target, index) => ({ source: taskPaths[index] ?? '', target }));

const nothing: ReadonlySet<string> = new Set();

/** The task that runs, in a run that is followed. */
function useFollowed(): ReadonlySet<string> {
  const { run } = useStores();
  const isFollowed = useView((state) => isFollowing(state, run.getState()));
  const working = useRun((state) => (isRunning(state) ? computeTaskSums(state.present).working[0] : undefined));
  return useMemo(() => (isFollowed && working !== undefined ? new Set([working]) : nothing), [isFollowed, working]);
}

interface PillProps {
  readonly taskPath: TaskPath;
  readonly at: Point;
  readonly isSelected: boolean;
}

function Pill({ taskPath, ...rest }: PillProps) {
  const task = useDocument((state) => locateTask(state.document, taskPath)?.task);
  return task && <TaskPill taskPath={taskPath} task={task} {...rest} />;
}

function TaskPill({ taskPath, task, at: [left, top], isSelected }: PillProps & { readonly task: Task }) {
  const stores = useStores();
  const { view } = stores;
  const canvas = useCanvasStore();
  const badge = useTaskBadge(taskPath, task);
  const label = useDocument(({ document }) => formatPersonalName(document, taskPath));
  const said = useDocument(({ document }) => formatTaskSentence(document, taskPath, formatBadgeName(badge)));
  const select = () => {
    selectTasks(view, [taskPath]);
    getCanvas(view)?.focus();
  };
  const openMenuHere = (event: MouseEvent) => {
    event.preventDefault();
    if (!isSelected) select();
    openMenu(canvas, event, 'task');
  };
  return (
    <button
      type="button"
      // The arrows of the canvas go from task to task.
      tabIndex={-1}
      className={joinClassNames(styles.pill, isSelected && styles.selected, task.disabled && styles.disabled)}
      style={{ left, top, width: pillSize.width, height: pillSize.height }}
      data-pill={taskPath}
      data-status={badge.status}
      aria-label={said}
      aria-pressed={isSelected}
      title={label}
      onClick={select}
      onDoubleClick={() => void openTask(stores)}
      onContextMenu={openMenuHere}
    >
      <TypeIcon look={taskTraits[task.type]} />
      <span className={styles.label}>{label}</span>
      <StatusRing status={badge.status} label={formatBadgeName(badge)} />
    </button>
  );
}

/** Whether a task, or one inside it, is selected. */
function holdsAny(taskPath: TaskPath, selection: ReadonlySet<string>): boolean {
  if (selection.has(taskPath)) return true;
  for (const key of selection) if (key.startsWith(`${taskPath}/`)) return true;
  return false;
}

/** A wheel without a sideways turn moves the only way that there is. */
function scrollSideways({ currentTarget, deltaX, deltaY, shiftKey }: WheelEvent<HTMLElement>): void {
  if (deltaX === 0 && !shiftKey) currentTarget.scrollLeft += deltaY;
}
