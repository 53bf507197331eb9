import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CircleX from 'lucide-react/icons/circle-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useDocument, useStores, useView } from '@/state/context';
import { joinClassNames } from '@/ui/class-names';
import { StatusRing } from '@/ui/display/status-ring';
import { TypeIcon } from '@/ui/display/type-tile';
import { WrittenLabel } from '@/ui/form/written-label';
import type { RowProps } from '@/ui/list/virtual-list';
import { formatTaskLabel } from '@/workflow/document';
import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment, locateTask } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import { taskTraits } from '@/workflow/tasks';
import { setFolded } from '../actions/fold';
import { renameTaskLabel } from '../actions/rename';
import { DebugMarks } from '../canvas/nodes/debug-marks';
import { countTaskProblems, formatProblemLabel } from '../canvas/nodes/problems-by-task';
import { formatBadgeName } from '../canvas/nodes/task-badge';
import { useTaskBadge } from '../canvas/nodes/use-task-badge';
import styles from './tree.module.css';
import type { TreeRowItem } from './tree-rows';

interface TreeRowProps extends TreeRowItem {
  readonly row: RowProps;
  readonly selected: boolean;
  readonly renaming: boolean;
  readonly onRename: (id: string) => void;
  readonly onRenamed: () => void;
}

/** One task in the tree. */
export function TreeRow(props: TreeRowProps) {
  const task = useDocument((state) => locateTask(state.document, props.taskPath)?.task);
  return task && <Row {...props} task={task} />;
}

function Row(props: TreeRowProps & { readonly task: Task }) {
  const { taskPath, task, row, level, position, count, open, selected, renaming, onRename, onRenamed } = props;
  const stores = useStores();
  const badge = useTaskBadge(taskPath, task);
  const problems = useDocument((state) => countTaskProblems(state, taskPath, open === false));
  const isFresh = useView(({ canvas }) => canvas.fresh === taskPath);
  const label = formatTaskLabel(formatSegment(getLastSegment(taskPath)), task);
  return (
    <div
      {...row}
      role="treeitem"
      tabIndex={-1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={count}
      aria-expanded={open}
      aria-selected={selected}
      className={joinClassNames(row.className, styles.row, task.disabled && styles.disabled)}
      style={{ ...row.style, paddingLeft: 2 + (level - 1) * indent }}
      onDoubleClick={() => onRename(taskPath)}
    >
      <Fold taskPath={taskPath} open={open} label={label} />
      <TypeIcon look={taskTraits[task.type]} />
      {renaming ? (
        <WrittenLabel
          label={label}
          name={`New name of ${label}`}
          className={styles.rename ?? ''}
          onEnd={(next) => {
            onRenamed();
            if (next !== undefined && next !== '') void renameTaskLabel(stores, taskPath, next);
          }}
        />
      ) : (
        <span className={styles.label}>{label}</span>
      )}
      {problems && !isFresh && (
        <span
          className={styles.problem}
          data-severe={problems.severe}
          role="img"
          aria-label={formatProblemLabel(problems)}
        >
          {problems.severe ? <CircleX aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
        </span>
      )}
      <DebugMarks task={task} />
      <StatusRing status={badge.status} label={formatBadgeName(badge)} size={14} />
    </div>
  );
}

/** Indent of rows for each level, in px. */
const indent = 16;

interface FoldProps extends Pick<TreeRowItem, 'taskPath' | 'open'> {
  readonly label: string;
}

/** Folds the tasks below a row, here and on the canvas. By keyboard, the arrow keys do this. */
function Fold({ taskPath, open, label }: FoldProps) {
  const stores = useStores();
  if (open === undefined) return <span className={styles.noFold} />;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.fold}
      aria-label={`${open ? 'Collapse' : 'Expand'} ${label}`}
      onClick={(event) => {
        event.stopPropagation();
        void setFolded(stores, [taskPath], open);
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {open ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
    </button>
  );
}
