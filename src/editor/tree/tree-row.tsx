import CircleX from 'lucide-react/icons/circle-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type KeyboardEvent, type MouseEvent, memo, useState } from 'react';
import { useDocument, useStores } from '@/state/context';
import { classNames } from '@/ui/class-names';
import { StatusRing } from '@/ui/status-ring';
import { TypeIcon } from '@/ui/type-tile';
import { taskLabel, taskOf } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';
import { taskTypeInfo } from '@/workflow/tasks';
import { rename } from '../actions/rename';
import { problemLabel, problemsByTask } from '../canvas/problems-by-task';
import { useTaskBadge } from '../canvas/use-task-badge';
import styles from './tree.module.css';

interface TreeRowProps {
  readonly id: string;
  readonly elementId: string;
  /** From 1. */
  readonly place: number;
  readonly count: number;
  readonly top: number;
  readonly selected: boolean;
  readonly renaming: boolean;
  readonly onSelect: (event: MouseEvent, id: string) => void;
  readonly onRename: (id: string) => void;
  readonly onRenamed: () => void;
}

/** One task in the list. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const task = useDocument((state) => taskOf(state.document, props.id));
  return task && <Row {...props} task={task} />;
});

function Row(props: TreeRowProps & { readonly task: Task }) {
  const { id, task, elementId, place, count, top, selected, renaming, onSelect, onRename, onRenamed } = props;
  const badge = useTaskBadge(id, task);
  const problems = useDocument((state) => problemsByTask(state.diagnostics).get(id));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it takes the keys
    <div
      id={elementId}
      role="treeitem"
      tabIndex={-1}
      aria-level={1}
      aria-posinset={place}
      aria-setsize={count}
      aria-selected={selected}
      className={classNames(styles.row, task.disabled && styles.disabled)}
      style={{ transform: `translateY(${top}px)` }}
      onClick={(event) => onSelect(event, id)}
      onDoubleClick={() => onRename(id)}
    >
      <TypeIcon type={task.type} family={taskTypeInfo[task.type].family} />
      {renaming ? (
        <RenameField id={id} label={taskLabel(id, task)} onDone={onRenamed} />
      ) : (
        <span className={styles.label}>{taskLabel(id, task)}</span>
      )}
      {problems && (
        <span className={styles.problem} data-severe={problems.severe} role="img" aria-label={problemLabel(problems)}>
          {problems.severe ? <CircleX aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
        </span>
      )}
      <StatusRing status={badge.status} label={badge.word} size={14} />
    </div>
  );
}

interface RenameFieldProps {
  readonly id: string;
  readonly label: string;
  readonly onDone: () => void;
}

function RenameField({ id, label, onDone }: RenameFieldProps) {
  const stores = useStores();
  const [text, setText] = useState(label);
  const finish = () => {
    onDone();
    if (text.trim() !== '' && text !== label) void rename(stores, id, text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') finish();
    if (event.key === 'Escape') onDone();
  };
  return (
    <input
      ref={(input) => input?.focus()}
      className={styles.rename}
      aria-label={`New name of ${label}`}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={finish}
      onClick={(event) => event.stopPropagation()}
      onFocus={(event) => event.target.select()}
    />
  );
}
