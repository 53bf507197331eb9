import { useStore, ViewportPortal } from '@xyflow/react';
import { useDocument, useRun, useView } from '@/state/context';
import { useRunPath } from '@/state/run-path';
import { findDragged, findWireStart } from '@/state/view/gestures';
import { getSelectedTask } from '@/state/view-store';
import { joinClassNames } from '@/ui/class-names';
import { formatPortLabel, listPorts, type TaskPort } from '@/workflow/graph/ports';
import { formatSegment } from '@/workflow/segment-label';
import { findContainerPath, getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import type { Box, Boxes } from '../../geometry/boxes';
import { useCanvasState } from '../canvas-state';
import { findBeside, newInputPort } from '../wires/wiring';
import styles from './ports.module.css';

/** The most rows of a list while a wire is drawn elsewhere, and of a list that a person looks at. */
const fewRows = 3;
const mostRows = 12;

/**
 * The named ports of tasks with what they read, below their nodes: of the task under the pointer, of the selected one,
 * and, while a wire is drawn, of all tasks that it can reach.
 */
export function PortLists({ boxes }: { readonly boxes: Boxes }) {
  const hovered = useCanvasState((state) => state.hovered);
  const wireFrom = useCanvasState((state) => state.wireFrom);
  const keyFrom = useView(findWireStart);
  const selected = useView(getSelectedTask);
  const isDragging = useView((state) => findDragged(state).size > 0);
  /** What React Flow has is near the view. */
  const near = useStore((state) => state.nodes);
  if (isDragging) return null;
  const from = wireFrom ?? keyFrom;
  const pointed =
    hovered === undefined || wireFrom === undefined ? hovered : findBeside(findContainerPath(wireFrom), hovered);
  const shown = new Set<TaskPath>();
  for (const taskPath of [pointed, selected]) if (taskPath !== undefined) shown.add(taskPath);
  if (wireFrom !== undefined)
    for (const { id } of near) if (findContainerPath(id) === findContainerPath(wireFrom)) shown.add(id);
  return (
    <ViewportPortal>
      {[...shown].map((taskPath) => {
        const box = boxes.get(taskPath);
        if (!box) return null;
        const isReached =
          from !== undefined && taskPath !== from && findContainerPath(taskPath) === findContainerPath(from);
        return (
          <PortList
            key={taskPath}
            box={box}
            isWired={isReached && wireFrom !== undefined}
            isWhole={taskPath === pointed || (taskPath === selected && wireFrom === undefined)}
            isLate={taskPath !== selected && wireFrom === undefined}
          />
        );
      })}
    </ViewportPortal>
  );
}

interface PortListProps {
  readonly box: Box;
  /** Whether a wire is drawn that can end at a row. */
  readonly isWired: boolean;
  /** Whether all rows are shown. */
  readonly isWhole: boolean;
  /** Whether it appears after a moment only, as the pointer may just pass. */
  readonly isLate: boolean;
}

function PortList({ box, isWired, isWhole, isLate }: PortListProps) {
  const { taskPath, x, y, width, height, open } = box;
  const task = useDocument(({ document }) => findWiredTask(document, taskPath));
  const ports = useDocument(({ document }) => (task ? listPorts(document, task) : none));
  const path = useRunPath(taskPath);
  const streams = useRun((state) => state.run.tasks.get(path)?.status === 'running');
  const canBeNew = isWired && isWhole;
  if (task === undefined || (ports.length === 0 && !canBeNew) || (streams && !isWired)) return null;
  const rows = ports.slice(0, isWhole ? mostRows : fewRows);
  const more = ports.length - rows.length;
  const place = { left: x, width: Math.min(width, 280), top: open ? y : y + height };
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed on the canvas, not in a page's text.
    <div
      className={joinClassNames(styles.list, open && styles.above, isLate && styles.late)}
      style={place}
      role="list"
      aria-label={`Ports of ${formatSegment(getLastSegment(taskPath))}`}
      data-ports={taskPath}
      data-floating
    >
      {rows.map((port) => (
        <PortRow key={port.name} taskPath={taskPath} port={port} isWired={isWired} />
      ))}
      {more > 0 && <div className={styles.more}>{`and ${more} more`}</div>}
      {canBeNew && <NewInputRow taskPath={taskPath} />}
    </div>
  );
}

const none: readonly TaskPort[] = [];

/** The task at a path, if a wire can be drawn to it. */
function findWiredTask(document: Parameters<typeof locateTask>[0], taskPath: TaskPath) {
  const container = findContainerPath(taskPath);
  const holder = container === undefined ? undefined : locateTask(document, container)?.task;
  if (container !== undefined && holder?.type !== 'group') return undefined;
  const task = locateTask(document, taskPath)?.task;
  return holder === undefined ||
    Object.hasOwn(holder.type === 'group' ? (holder.subtasks ?? {}) : {}, getLastSegment(taskPath))
    ? task
    : undefined;
}

interface PortRowProps {
  readonly taskPath: TaskPath;
  readonly port: TaskPort;
  readonly isWired: boolean;
}

function PortRow({ taskPath, port, isWired }: PortRowProps) {
  const { name, reads } = port;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the list.
    <div className={styles.row} role="listitem" data-port={name} data-read={reads.length > 0}>
      {isWired && <DropTarget taskPath={taskPath} port={name} />}
      <span className={styles.dot} />
      <span className={styles.name} title={formatPortLabel(name)}>
        {name.replace(/^(inputs|args)\./, '')}
      </span>
      {reads.length > 0 && <span className={styles.reads}>{reads.join(', ')}</span>}
    </div>
  );
}

function NewInputRow({ taskPath }: { readonly taskPath: TaskPath }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the list.
    <div className={styles.row} role="listitem" data-port={newInputPort}>
      <DropTarget taskPath={taskPath} port={newInputPort} />
      <span className={styles.dot} />
      <span className={styles.name}>New input…</span>
    </div>
  );
}

/**
 * The place of a row at which a wire can end. It is what React Flow takes for a port under the pointer; the ports
 * themselves are the dots on the node's border, at which wires are drawn.
 */
function DropTarget({ taskPath, port }: { readonly taskPath: TaskPath; readonly port: string }) {
  return (
    <div
      className={joinClassNames('react-flow__handle', 'target', 'connectable', 'connectableend', styles.drop)}
      data-nodeid={taskPath}
      data-handleid={port}
      data-handlepos="left"
    />
  );
}
