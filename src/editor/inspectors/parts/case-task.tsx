import type { Task } from '@/workflow/tasks';
import { blankTasks } from '@/workflow/tasks/blank-tasks';
import { useField } from '../fields/use-field';
import { AddPartButton } from './add-part-button';
import { PartLink } from './part-link';

interface CaseTaskProps {
  /** Counted from 0. */
  readonly index: number;
  readonly task: Task | undefined;
  readonly onOpen: () => void;
}

/** The task that a case runs. */
export function CaseTask({ index, task, onOpen }: CaseTaskProps) {
  const { name, set, begin } = useField(['cases', String(index), 'task']);
  if (task) return <PartLink label={task.name ?? `Case ${index + 1}`} task={task} name={name} onOpen={onOpen} />;
  return (
    <AddPartButton
      label={`Add what case ${index + 1} runs`}
      onAdd={(type) => {
        begin();
        void set(blankTasks[type]);
      }}
    />
  );
}
