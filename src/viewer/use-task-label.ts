import { useDocument, useRun } from '@/state/context';
import { taskLabel } from '@/workflow/document';
import { segmentLabel } from '@/workflow/segment-label';
import { locateTask, segmentOf, type TaskPath } from '@/workflow/task-path';
import { isTaskType, type TaskType } from '@/workflow/tasks';

/** The label of a task path, and the type of its task if known. */
export interface TaskLabel {
  readonly label: string;
  readonly type: TaskType | undefined;
}

/**
 * The label and type of the task at a path, from the document. A task outside it (of a call, a decomposition) has those
 * that the run recorded.
 */
export function useTaskLabel(taskPath: TaskPath): TaskLabel {
  const task = useDocument(({ document }) => locateTask(document, taskPath)?.task);
  const named = useRun(({ run }) => run.named.get(taskPath));
  if (task !== undefined) return { label: taskLabel(segmentLabel(segmentOf(taskPath)), task), type: task.type };
  return {
    label: named?.label ?? segmentLabel(segmentOf(taskPath)),
    type: isTaskType(named?.type) ? named.type : undefined,
  };
}
