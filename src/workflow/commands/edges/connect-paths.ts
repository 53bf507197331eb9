import type { Result } from '@/base/result';
import type { WorkflowDocument } from '../../document';
import type { TaskId } from '../../names';
import { findContainerPath, getLastSegment, type TaskPath } from '../../task-path';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { editInGroup } from '../in-group';
import { connectTasks } from './connect-tasks';
import { disconnectTasks } from './disconnect-tasks';
import { reconnectTasks } from './reconnect-tasks';

/** An edge of the document or of a group: `to` waits for `from`. */
export interface Ends {
  readonly from: TaskPath;
  readonly to: TaskPath;
}

/** The id of a task among its siblings. */
export const getTaskId = (taskPath: TaskPath) => getLastSegment(taskPath) as TaskId;

/** Lets a task wait for a sibling. `instead`: an edge that this one replaces. */
export function connectPaths(
  document: WorkflowDocument,
  { from, to }: Ends,
  instead?: Ends,
): Result<WorkflowDocument, EditRefusal> {
  const container = findContainerPath(to);
  if (findContainerPath(from) !== container)
    return refuseEdit('Only tasks in the same container can wait for each other.');
  return editInGroup(document, container, (tasks) =>
    instead
      ? reconnectTasks(tasks, {
          from: getTaskId(instead.from),
          to: getTaskId(instead.to),
          newFrom: getTaskId(from),
          newTo: getTaskId(to),
        })
      : connectTasks(tasks, { from: getTaskId(from), to: getTaskId(to) }),
  );
}

/** Removes an edge. */
export function disconnectPaths(document: WorkflowDocument, { from, to }: Ends): Result<WorkflowDocument, EditRefusal> {
  return editInGroup(document, findContainerPath(to), (tasks) =>
    disconnectTasks(tasks, { from: getTaskId(from), to: getTaskId(to) }),
  );
}
