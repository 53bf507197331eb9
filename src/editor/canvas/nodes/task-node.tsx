import { Handle, type NodeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import { formatCost, formatDuration, formatTokens } from '@/base/figures';
import { useDocument, useRun, useView } from '@/state/context';
import { findWireStart } from '@/state/view/gestures';
import { joinClassNames } from '@/ui/class-names';
import { StatusRing } from '@/ui/display/status-ring';
import { TypeTile } from '@/ui/display/type-tile';
import { useNow } from '@/ui/use-now';
import { formatTaskLabel, type WorkflowDocument } from '@/workflow/document';
import { listPorts, type TaskPort } from '@/workflow/graph/ports';
import type { TaskId } from '@/workflow/names';
import { formatSegment } from '@/workflow/segment-label';
import { findContainerPath, getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import { countWithin, formatTaskMeans, formatTaskSummary } from '@/workflow/task-summary';
import type { Task } from '@/workflow/tasks';
import { taskTraits } from '@/workflow/tasks';
import { findInstancePath } from '../../actions/instances';
import { computeNamedPortY, mostPortNames } from '../../geometry/node-geometry';
import { canvasPart } from '../canvas-part';
import type { TaskFlowNode } from '../project-flow';
import { DebugMarks } from './debug-marks';
import marks from './drop-marks.module.css';
import { FoldButton } from './fold-button';
import { IterationPicker } from './iteration-picker';
import { ProblemMark } from './problem-mark';
import { findMostRounds } from './round-count';
import { formatBadgeName, type TaskBadge } from './task-badge';
import styles from './task-node.module.css';
import { formatTaskSentence } from './task-sentence';
import { useDropTarget } from './use-drop-target';
import { useTaskBadge } from './use-task-badge';

const StreamTail = canvasPart.component((canvas) => canvas.StreamTail, { Failed: () => null });
const BranchSummary = canvasPart.component((canvas) => canvas.BranchSummary, {
  Place: ({ task }) => formatTaskSummary(task),
  Failed: ({ task }) => formatTaskSummary(task),
});

/**
 * A task on the canvas. It is given its path only, and is drawn again only when its own task, badge or selection
 * changes.
 */
export const TaskNode = memo(
  function TaskNode({ id }: NodeProps<TaskFlowNode>) {
    const task = useDocument((state) => locateTask(state.document, id)?.task);
    return task && <NodeCard taskPath={id} task={task} />;
  },
  (before, after) => before.id === after.id,
);

function NodeCard({ taskPath, task }: { readonly taskPath: TaskPath; readonly task: Task }) {
  const badge = useTaskBadge(taskPath, task);
  const selected = useView((state) => state.canvas.selection.has(taskPath));
  const connecting = useView((state) => findWireStart(state) === taskPath);
  const within = countWithin(task);
  const target = useDropTarget(taskPath);
  const label = formatTaskLabel(formatSegment(getLastSegment(taskPath)), task);
  const look = joinClassNames(
    styles.node,
    target && (target.refusal === undefined ? marks.target : marks.refused),
    selected && styles.selected,
    connecting && styles.connecting,
    task.disabled && styles.disabled,
    within > 0 && styles.composite,
  );
  const said = useDocument((state) => formatTaskSentence(state.document, taskPath, formatBadgeName(badge)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      className={look}
      data-task={taskPath}
      data-target={target && (target.refusal === undefined ? 'free' : 'refused')}
      data-status={badge.status}
      role="group"
      aria-label={said}
    >
      <Ports taskPath={taskPath} />
      <div className={styles.head}>
        <TypeTile look={taskTraits[task.type]} />
        <span className={styles.title}>{label}</span>
        <DebugMarks task={task} />
        <StatusRing status={badge.status} label={formatBadgeName(badge)} />
      </div>
      <div className={styles.summary}>
        {badge.reason ??
          (task.type === 'cond' ? <BranchSummary taskPath={taskPath} task={task} /> : formatTaskSummary(task))}
      </div>
      <div className={styles.foot}>
        {within > 0 && <FoldButton taskPath={taskPath} label={label} open={false} count={within} />}
        <IterationPicker taskPath={findInstancePath(taskPath, task)} {...findMostRounds(task)} />
        <BadgeFigures badge={badge} idle={formatTaskMeans(task)} />
      </div>
      <ProblemMark taskPath={taskPath} whole />
      {target?.refusal !== undefined && <div className={marks.reason}>{target.refusal}</div>}
      {badge.status === 'running' && <StreamTail taskPath={taskPath} />}
    </div>
  );
}

/**
 * The ports of a node: one for wires out, one for wires in, and the dots of its named ports. Wires can be drawn between
 * tasks of the document, and between subtasks of the same group.
 */
export function Ports({ taskPath }: { readonly taskPath: TaskPath }) {
  const ports = useDocument(({ document }) => listWiredPorts(document, taskPath));
  if (ports === undefined) return null;
  return (
    <>
      <Handle type="target" position={Position.Left} className={styles.port} />
      <Handle type="source" position={Position.Right} className={styles.port} />
      {ports.map(({ name }, index) => (
        <Handle
          key={name}
          id={name}
          type="target"
          position={Position.Left}
          className={styles.named}
          style={{ top: computeNamedPortY(index, ports.length) - 1 }}
          isConnectableStart={false}
        >
          {ports.length <= mostPortNames && (
            <span className={styles.portName} aria-hidden="true">
              {name.replace(/^(inputs|args)\./, '')}
            </span>
          )}
        </Handle>
      ))}
    </>
  );
}

/** The named ports of a task; undefined if no wire can be drawn to it. */
function listWiredPorts(document: WorkflowDocument, taskPath: TaskPath): readonly TaskPort[] | undefined {
  const container = findContainerPath(taskPath);
  const holder = container === undefined ? undefined : locateTask(document, container)?.task;
  const beside = container === undefined ? document.tasks : holder?.type === 'group' ? (holder.subtasks ?? {}) : {};
  const id = getLastSegment(taskPath) as TaskId;
  const task = Object.hasOwn(beside, id) ? beside[id] : undefined;
  return task && listPorts(document, task);
}

interface BadgeFiguresProps {
  readonly badge: TaskBadge;
  /** Shown while there are no figures. */
  readonly idle: string;
}

/** The status of a task: word, time, tokens and cost. */
export function BadgeFigures({ badge, idle }: BadgeFiguresProps) {
  const { status, word, startedAt, tookMs, tokens, costUsd, progress } = badge;
  const looksBack = useRun(({ travel }) => travel?.event && Date.parse(travel.event.t));
  const ticking = useNow(startedAt !== undefined && tookMs === undefined && looksBack === undefined);
  const now = looksBack ?? ticking;
  const took = tookMs ?? (startedAt && now - Date.parse(startedAt));
  const figures = [
    progress,
    tokens === undefined ? undefined : formatTokens(tokens),
    costUsd === undefined ? undefined : formatCost(costUsd),
  ].filter(Boolean);
  return (
    <>
      <span className={styles.word}>{word}</span>
      {typeof took === 'number' && <span className={styles.took}>{formatDuration(Math.max(took, 0))}</span>}
      <span className={styles.figures}>{status === 'idle' || status === 'queued' ? idle : figures.join(' · ')}</span>
    </>
  );
}
