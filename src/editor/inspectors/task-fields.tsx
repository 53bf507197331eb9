import { type ComponentType, memo } from 'react';
import type { TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import { TaskSubject } from './fields/subject';
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
