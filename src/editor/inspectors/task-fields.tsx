import Trash from 'lucide-react/icons/trash-2';
import { type ComponentType, memo } from 'react';
import { useStores, useView } from '@/state/context';
import { IconButton } from '@/ui/form/icon-button';
import type { TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import { getActionKeys } from '../actions/action';
import { getAction } from '../actions/actions';
import { SwitchField } from './fields/choice-field';
import { TaskSubject } from './fields/subject';
import styles from './inspector.module.css';
import { inspectors } from './inspectors';

/** The fields of a task, by its type. They are drawn again only when the task changes, not when it has been saved. */
export const TaskFields = memo(function TaskFields({ id, task }: { readonly id: TaskPath; readonly task: Task }) {
  // Each inspector takes a task of its own type. The registry pairs them.
  const Inspector = inspectors[task.type] as ComponentType<{ id: TaskPath; task: Task }>;
  return (
    <TaskSubject taskPath={id}>
      <Inspector id={id} task={task} />
    </TaskSubject>
  );
});

/** The end of every task's form: whether the task is skipped, and its deletion. */
export const TaskFoot = memo(function TaskFoot({ id, locked }: { readonly id: TaskPath; readonly locked: boolean }) {
  const stores = useStores();
  const remove = getAction('delete');
  const [shortcut] = useView(({ preferences: { ownKeys } }) => getActionKeys(remove, ownKeys));
  return (
    <TaskSubject taskPath={id}>
      <footer className={styles.foot}>
        <fieldset className={styles.skip} disabled={locked} aria-label="Skip">
          <SwitchField path={['disabled']} label="Skip this task" byDefault={false} />
        </fieldset>
        <IconButton
          label="Delete this task"
          shortcut={shortcut}
          icon={<Trash />}
          disabled={locked}
          onClick={() => void remove.run(stores)}
        />
      </footer>
    </TaskSubject>
  );
});
