import { useDocument, useRun } from '@/state/context';
import { formatTaskLabel } from '@/workflow/document';
import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import { isTaskType, type TaskType } from '@/workflow/tasks';

/** The label of a task path, and the type of its task if known. */
export interface TaskLabel {
  readonly label: string;
  readonly type: TaskType | undefined;
}

/** The label of the last step of a task path in a run: of the task of a function the name of that. */
export function formatRanLabel(taskPath: TaskPath): string {
  return /\/call:([^/]+)\/task$/.exec(taskPath)?.[1] ?? formatSegment(getLastSegment(taskPath));
}

/**
 * The label and type of the task at a path, from the document. A task outside it (of a call, a decomposition) has those
 * that the run recorded.
 */
export function useTaskLabel(taskPath: TaskPath): TaskLabel {
  const task = useDocument(({ document }) => locateTask(document, taskPath)?.task);
  const named = useRun(({ run }) => run.named.get(taskPath));
  if (task !== undefined)
    return { label: formatTaskLabel(formatSegment(getLastSegment(taskPath)), task), type: task.type };
  return {
    label: formatTaskLabel(formatRanLabel(taskPath), { name: named?.label }),
    type: isTaskType(named?.type) ? named.type : undefined,
  };
}
