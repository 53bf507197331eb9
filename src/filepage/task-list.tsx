import { useMemo } from 'react';
import { formatBadgeName } from '@/editor/canvas/nodes/task-badge';
import { useTaskBadge } from '@/editor/canvas/nodes/use-task-badge';
import { computeBoxes } from '@/editor/geometry/boxes';
import { useDocument, useStores, useView } from '@/state/context';
import { selectTasks } from '@/state/view/canvas';
import { StatusRing } from '@/ui/display/status-ring';
import { TypeIcon } from '@/ui/display/type-tile';
import { formatTaskLabel } from '@/workflow/document';
import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import { type Task, taskTraits } from '@/workflow/tasks';
import styles from './task-list.module.css';

/** The tasks of the run, each with its status. A press shows what it was told and what it gave. */
export function TaskList() {
  const document = useDocument((state) => state.document);
  const boxes = useMemo(() => [...computeBoxes(document).values()], [document]);
  return (
    <nav className={styles.list} aria-label="Tasks">
      <h2 className={styles.head}>
        Tasks <span>{boxes.length}</span>
      </h2>
      <ul>
        {boxes.map(({ taskPath, depth }) => (
          <li key={taskPath}>
            <Row taskPath={taskPath} depth={depth} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface RowProps {
  readonly taskPath: TaskPath;
  /** The number of containers around it. */
  readonly depth: number;
}

function Row(props: RowProps) {
  const task = useDocument((state) => locateTask(state.document, props.taskPath)?.task);
  return task && <TaskRow {...props} task={task} />;
}

function TaskRow({ taskPath, depth, task }: RowProps & { readonly task: Task }) {
  const { view } = useStores();
  const badge = useTaskBadge(taskPath, task);
  const isSelected = useView((state) => state.canvas.selection.has(taskPath));
  return (
    <button
      type="button"
      className={styles.row}
      aria-current={isSelected ? 'true' : undefined}
      style={{ paddingLeft: 12 + depth * 16 }}
      onClick={() => selectTasks(view, [taskPath])}
    >
      <TypeIcon look={taskTraits[task.type]} />
      <span className={styles.label}>{formatTaskLabel(formatSegment(getLastSegment(taskPath)), task)}</span>
      <StatusRing status={badge.status} label={formatBadgeName(badge)} size={14} />
    </button>
  );
}
