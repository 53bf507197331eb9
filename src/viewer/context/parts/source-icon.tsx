import { useRun } from '@/state/context';
import { TypeIcon } from '@/ui/display/type-tile';
import type { TaskPath } from '@/workflow/task-path';
import { taskTypeInfo } from '@/workflow/tasks';
import { useTaskLabel } from '../../use-task-label';
import { taskPathOfSource } from './task-path-of-source';

/** The icon of the task that another one names by its id. */
export function SourceIcon({ taskPath, id }: { readonly taskPath: TaskPath; readonly id: string }) {
  const source = useRun(({ run }) => taskPathOfSource(run, taskPath, id));
  const { type } = useTaskLabel(source);
  return type === undefined ? null : <TypeIcon type={type} family={taskTypeInfo[type].family} />;
}
