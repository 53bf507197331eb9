import { useEffect, useState } from 'react';
import { useStores } from '@/state/context';
import { WrittenLabel } from '@/ui/form/written-label';
import type { TaskPath } from '@/workflow/task-path';
import { getCanvas } from '../actions/canvas-handle';
import { renameTaskLabel } from '../actions/rename';
import styles from './inspector.module.css';

interface TaskTitleProps {
  readonly id: TaskPath;
  /** As it is shown. */
  readonly title: string;
}

/**
 * The title of a task. F2, or a double click, writes it: Enter, or a focus elsewhere, takes it, and Escape leaves it as
 * it was.
 */
export function TaskTitle({ id, title }: TaskTitleProps) {
  const stores = useStores();
  const { view } = stores;
  const [isWritten, setWritten] = useState(false);
  useEffect(() => view.requests.title.serve(() => setWritten(true)), [view]);
  if (!isWritten) {
    return (
      <h2 className={styles.title} onDoubleClick={() => setWritten(true)}>
        {title}
      </h2>
    );
  }
  return (
    <WrittenLabel
      label={title}
      name={`Title of ${title}`}
      className={styles.titleInput ?? ''}
      onEnd={(next, isByKey) => {
        setWritten(false);
        if (isByKey) getCanvas(view)?.focus();
        if (next !== undefined) void renameTaskLabel(stores, id, next);
      }}
    />
  );
}
