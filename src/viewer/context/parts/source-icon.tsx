import { useRun } from '@/state/context';
import { TypeIcon } from '@/ui/display/type-tile';
import type { TaskPath } from '@/workflow/task-path';
import { taskTraits } from '@/workflow/tasks';
import { useTaskLabel } from '../../use-task-label';
import { findSourceTaskPath } from './task-path-of-source';

/** The icon of a task that another task refers to by id. */
export function SourceIcon({ taskPath, id }: { readonly taskPath: TaskPath; readonly id: string }) {
  const source = useRun(({ run }) => findSourceTaskPath(run, taskPath, id));
  const { type } = useTaskLabel(source);
  return type === undefined ? null : <TypeIcon look={taskTraits[type]} />;
}
