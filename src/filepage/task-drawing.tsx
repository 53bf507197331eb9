import Maximize from 'lucide-react/icons/maximize';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatCost, formatDuration, formatTokens } from '@/base/figures';
import { formatBadgeName } from '@/editor/canvas/nodes/task-badge';
import { useTaskBadge } from '@/editor/canvas/nodes/use-task-badge';
import { type Box, type Boxes, computeBoxes } from '@/editor/geometry/boxes';
import { drawWires } from '@/editor/geometry/draw-wires';
import { computeBounds } from '@/editor/geometry/node-geometry';
import { useDocument, useStores, useView } from '@/state/context';
import { selectTasks } from '@/state/view/canvas';
import { StatusRing } from '@/ui/display/status-ring';
import { TypeTile } from '@/ui/display/type-tile';
import { IconButton } from '@/ui/form/icon-button';
import { formatTaskLabel } from '@/workflow/document';
import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment, locateTask } from '@/workflow/task-path';
import { type Task, taskTraits } from '@/workflow/tasks';
import styles from './task-drawing.module.css';

/** Room around the drawing, in its pixels. */
const margin = 24;
const zooms = { least: 0.1, most: 2, step: 1.25 } as const;

/** The tasks of the run with their status, and the wires between them. It scrolls, and can be made larger. */
export function TaskDrawing() {
  const document = useDocument((state) => state.document);
  const boxes = useMemo(() => computeBoxes(document), [document]);
  const bounds = useMemo(() => computeBounds(boxes.values()) ?? { x: 0, y: 0, width: 0, height: 0 }, [boxes]);
  const wires = useMemo(() => drawWires(document, boxes), [document, boxes]);
  const view = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const [width, height] = [bounds.width + 2 * margin, bounds.height + 2 * margin];
  const fit = () => {
    const room = view.current;
    if (room === null) return;
    const whole = Math.min(room.clientWidth / width, room.clientHeight / height);
    // Names that cannot be read help nobody: a large drawing scrolls.
    setZoom(Math.min(1, Math.max(0.6, whole || 1)));
  };
  // Once it is known how large the window is; the person changes it from there.
  useLayoutEffect(fit, [width, height]);
  const scale = (by: number) => setZoom((now) => Math.min(zooms.most, Math.max(zooms.least, now * by)));
  return (
    <div className={styles.drawing}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      <section ref={view} className={styles.view} aria-label="Tasks of the run, drawn" tabIndex={0}>
        <div className={styles.sized} style={{ width: width * zoom, height: height * zoom }}>
          <div
            className={styles.world}
            style={{
              width,
              height,
              transform: `scale(${zoom}) translate(${margin - bounds.x}px, ${margin - bounds.y}px)`,
            }}
          >
            <Containers boxes={boxes} />
            <svg className={styles.wires} aria-hidden="true" width={width} height={height}>
              {wires.map((wire) => (
                <path key={wire} d={wire} />
              ))}
            </svg>
            {[...boxes.values()].map((box) => (
              <DrawnTask key={box.taskPath} box={box} />
            ))}
          </div>
        </div>
      </section>
      <div className={styles.zoom}>
        <IconButton size="s" label="Smaller" icon={<ZoomOut />} onClick={() => scale(1 / zooms.step)} />
        <span className={styles.percent}>{Math.round(zoom * 100)} %</span>
        <IconButton size="s" label="Larger" icon={<ZoomIn />} onClick={() => scale(zooms.step)} />
        <IconButton size="s" label="Fit" icon={<Maximize />} onClick={fit} />
      </div>
    </div>
  );
}

function Containers({ boxes }: { readonly boxes: Boxes }) {
  const open = [...boxes.values()].filter((box) => box.open);
  return open.map((box) => (
    <div
      key={box.taskPath}
      className={styles.container}
      data-family={taskTraits[box.type].family}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    />
  ));
}

function DrawnTask({ box }: { readonly box: Box }) {
  const task = useDocument((state) => locateTask(state.document, box.taskPath)?.task);
  return task && <TaskCard box={box} task={task} />;
}

function TaskCard({ box, task }: { readonly box: Box; readonly task: Task }) {
  const { view } = useStores();
  const { taskPath, x, y, width, height, open } = box;
  const badge = useTaskBadge(taskPath, task);
  const isSelected = useView((state) => state.canvas.selection.has(taskPath));
  const label = formatTaskLabel(formatSegment(getLastSegment(taskPath)), task);
  const figures = [
    badge.tookMs === undefined ? undefined : formatDuration(badge.tookMs),
    badge.tokens ? formatTokens(badge.tokens) : undefined,
    badge.costUsd ? formatCost(badge.costUsd) : undefined,
  ];
  return (
    <button
      type="button"
      className={styles.task}
      data-open={open || undefined}
      data-status={badge.status}
      aria-pressed={isSelected}
      aria-label={`${label}, ${formatBadgeName(badge)}`}
      style={{ left: x, top: y, width, height: open ? undefined : height }}
      onClick={() => selectTasks(view, [taskPath])}
    >
      <span className={styles.head}>
        <TypeTile look={taskTraits[task.type]} />
        <span className={styles.title}>{label}</span>
        <StatusRing status={badge.status} label={formatBadgeName(badge)} />
      </span>
      {!open && <span className={styles.line}>{badge.reason ?? formatBadgeName(badge)}</span>}
      {!open && <span className={styles.line}>{figures.filter(Boolean).join(' · ')}</span>}
    </button>
  );
}
