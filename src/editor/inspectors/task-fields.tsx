import Trash from 'lucide-react/icons/trash-2';
import type { ComponentType } from 'react';
import { useStores } from '@/state/context';
import { IconButton } from '@/ui/form/icon-button';
import type { TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import { actionOf } from '../actions/actions';
import { SwitchField } from './fields/choice-field';
import { TaskSubject } from './fields/subject';
import styles from './inspector.module.css';
import { inspectors } from './inspectors';

/** The fields of a task, by its type. */
export function TaskFields({ id, task }: { readonly id: TaskPath; readonly task: Task }) {
  // Each inspector takes the task of its own type, which is what the registry hands it.
  const Inspector = inspectors[task.type] as ComponentType<{ id: TaskPath; task: Task }>;
  return (
    <TaskSubject taskPath={id}>
      <Inspector id={id} task={task} />
    </TaskSubject>
  );
}

/** What stands below the fields of every task: whether it is skipped, and its end. */
export function TaskFoot({ id, locked }: { readonly id: TaskPath; readonly locked: boolean }) {
  const stores = useStores();
  const remove = actionOf('delete');
  return (
    <TaskSubject taskPath={id}>
      <footer className={styles.foot}>
        <fieldset className={styles.skip} disabled={locked} aria-label="Skip">
          <SwitchField path={['disabled']} label="Skip this task" byDefault={false} />
        </fieldset>
        <IconButton
          label="Delete this task"
          shortcut={remove.keys[0]}
          icon={<Trash />}
          disabled={locked}
          onClick={() => void remove.run(stores)}
        />
      </footer>
    </TaskSubject>
  );
}
