import type { ComponentType } from 'react';
import type { Place } from '@/workflow/place';
import type { Task } from '@/workflow/tasks';
import { inspectors } from './inspectors';

/** The fields of a task, by its type. */
export function TaskFields({ id, task }: { readonly id: Place; readonly task: Task }) {
  // Each inspector takes the task of its own type, which is what the registry hands it.
  const Inspector = inspectors[task.type] as ComponentType<{ id: Place; task: Task }>;
  return <Inspector id={id} task={task} />;
}
