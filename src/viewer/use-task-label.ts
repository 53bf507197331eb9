import { useDocument, useRun } from '@/state/context';
import { taskLabel } from '@/workflow/document';
import { segmentLabel } from '@/workflow/segment-label';
import { locateTask, segmentOf, type TaskPath } from '@/workflow/task-path';
import { isTaskType, type TaskType } from '@/workflow/tasks';

/** What a place is called, and of which type the task there is, if that is known. */
export interface TaskLabel {
  readonly label: string;
  readonly type: TaskType | undefined;
}

/**
 * The task at a place: as the document has it, or, of one that is not in it (of a call, a decomposition), as the run
 * told it.
 */
export function useTaskLabel(taskPath: TaskPath): TaskLabel {
  const task = useDocument(({ document }) => locateTask(document, taskPath)?.task);
  const told = useRun(({ run }) => run.named.get(taskPath));
  if (task !== undefined) return { label: taskLabel(segmentLabel(segmentOf(taskPath)), task), type: task.type };
  return {
    label: told?.label ?? segmentLabel(segmentOf(taskPath)),
    type: isTaskType(told?.type) ? told.type : undefined,
  };
}
