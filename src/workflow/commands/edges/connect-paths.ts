import type { Result } from '@/base/result';
import type { WorkflowDocument } from '../../document';
import type { TaskId } from '../../names';
import { containerPath, segmentOf, type TaskPath } from '../../task-path';
import { type EditRefusal, refuse } from '../edit-refusal';
import { inGroup } from '../in-group';
import { connectTasks } from './connect-tasks';
import { disconnectTasks } from './disconnect-tasks';
import { reconnectTasks } from './reconnect-tasks';

/** An edge of the document or of a group: `to` waits for `from`. */
export interface Ends {
  readonly from: TaskPath;
  readonly to: TaskPath;
}

const id = (taskPath: TaskPath) => segmentOf(taskPath) as TaskId;

/** Lets a task wait for a sibling. `instead`: an edge that this one replaces. */
export function connectPaths(
  document: WorkflowDocument,
  { from, to }: Ends,
  instead?: Ends,
): Result<WorkflowDocument, EditRefusal> {
  const container = containerPath(to);
  if (containerPath(from) !== container) return refuse('Only tasks in the same container can wait for each other.');
  return inGroup(document, container, (tasks) =>
    instead
      ? reconnectTasks(tasks, { from: id(instead.from), to: id(instead.to), newFrom: id(from), newTo: id(to) })
      : connectTasks(tasks, { from: id(from), to: id(to) }),
  );
}

/** Why these tasks cannot be connected; undefined if they can. */
export function connectionRefusal(document: WorkflowDocument, ends: Ends, instead?: Ends): string | undefined {
  const change = connectPaths(document, ends, instead);
  return change.ok ? undefined : change.error.message;
}

/** Removes an edge. */
export function disconnectPaths(document: WorkflowDocument, { from, to }: Ends): Result<WorkflowDocument, EditRefusal> {
  return inGroup(document, containerPath(to), (tasks) => disconnectTasks(tasks, { from: id(from), to: id(to) }));
}
