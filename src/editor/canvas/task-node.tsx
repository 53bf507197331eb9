import { Handle, type NodeProps, Position } from '@xyflow/react';
import CircleX from 'lucide-react/icons/circle-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { memo } from 'react';
import { formatCost, formatDuration, formatTokens } from '@/base/figures';
import { useDocument, useView } from '@/state/context';
import { useLiveText } from '@/state/use-live-text';
import { classNames } from '@/ui/class-names';
import { StatusRing } from '@/ui/status-ring';
import { TypeTile } from '@/ui/type-tile';
import { useNow } from '@/ui/use-now';
import { taskLabel, taskOf } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';
import { isRunnable, taskTypeInfo } from '@/workflow/tasks';
import { problemLabel, problemsByTask } from './problems-by-task';
import type { TaskFlowNode } from './project-flow';
import type { TaskBadge } from './task-badge';
import styles from './task-node.module.css';
import { taskMeans, taskSummary } from './task-summary';
import { useTaskBadge } from './use-task-badge';

/** A task on the canvas. It knows its id only, and is drawn again when its own task, badge or selection changes. */
export const TaskNode = memo(
  function TaskNode({ id }: NodeProps<TaskFlowNode>) {
    const task = useDocument((state) => taskOf(state.document, id));
    return task && <NodeCard id={id} task={task} />;
  },
  (before, after) => before.id === after.id,
);

function NodeCard({ id, task }: { readonly id: string; readonly task: Task }) {
  const badge = useTaskBadge(id, task);
  const selected = useView((state) => state.selection.has(id));
  const connecting = useView((state) => state.connectingFrom === id);
  const problems = useDocument((state) => problemsByTask(state.diagnostics).get(id));
  const look = classNames(
    styles.node,
    selected && styles.selected,
    connecting && styles.connecting,
    task.disabled && styles.disabled,
    !isRunnable(task) && styles.composite,
  );
  return (
    <div className={look} data-task={id} data-status={badge.status}>
      <Handle type="target" position={Position.Left} className={styles.port} />
      <div className={styles.head}>
        <TypeTile type={task.type} family={taskTypeInfo[task.type].family} />
        <span className={styles.title}>{taskLabel(id, task)}</span>
        <StatusRing status={badge.status} label={badge.word} />
      </div>
      <div className={styles.summary}>{badge.reason ?? taskSummary(task)}</div>
      <Foot task={task} badge={badge} />
      <Handle type="source" position={Position.Right} className={styles.port} />
      {problems && (
        <span className={styles.problems} data-severe={problems.severe} role="img" aria-label={problemLabel(problems)}>
          {problems.severe ? <CircleX aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
          {problems.count}
        </span>
      )}
      {badge.status === 'running' && <StreamTail id={id} />}
    </div>
  );
}

function Foot({ task, badge }: { readonly task: Task; readonly badge: TaskBadge }) {
  const { status, word, startedAt, endedAt, tokens, costUsd } = badge;
  const now = useNow(startedAt !== undefined && endedAt === undefined);
  const took = startedAt && (endedAt ? Date.parse(endedAt) : now) - Date.parse(startedAt);
  const figures = [
    tokens === undefined ? undefined : formatTokens(tokens),
    costUsd === undefined ? undefined : formatCost(costUsd),
  ].filter(Boolean);
  return (
    <div className={styles.foot}>
      <span className={styles.word}>{word}</span>
      {typeof took === 'number' && <span>{formatDuration(Math.max(took, 0))}</span>}
      <span className={styles.figures}>
        {status === 'idle' || status === 'queued' ? taskMeans(task) : figures.join(' · ')}
      </span>
    </div>
  );
}

/** Most characters of what streams that can be seen in three lines. */
const tailLength = 120;

/** The end of what streams into a task, newest at the bottom, floating under its node. */
function StreamTail({ id }: { readonly id: string }) {
  const live = useLiveText(id);
  if (live === undefined) return null;
  return (
    <div className={styles.stream}>
      <div>
        <p>
          {live.text.slice(-tailLength)}
          <span className={styles.caret} />
        </p>
      </div>
    </div>
  );
}
