import { nameProblem } from '@/base/name';
import { ok, type Result } from '@/base/result';
import { type DocumentPath, formatPath } from '../../diagnostic';
import { taskOf, type WorkflowDocument } from '../../document';
import type { Siblings } from '../../graph/siblings';
import { documentSiblings, mapWithin, scopeOfTask } from '../../graph/task-scopes';
import type { TaskId } from '../../names';

import { containerPath, locateTask, partsOf, rootOf, segmentOf, type TaskPath } from '../../task-path';
import type { Task } from '../../tasks';
import { stepId } from '../../tasks/parts';
import { type EditRefusal, refuse } from '../edit-refusal';
import { mapLayoutIds, withTasks } from '../edits';
import { mapTaskAt } from '../map-task-at';
import { findClash } from './rename-clash';
import { renameInTask } from './rename-references';

/** Arguments of {@link renamePart}. */
export interface RenamePart {
  /** The path of a step or a subtask. */
  readonly taskPath: TaskPath;
  readonly newId: string;
}

/** Renames a step or a subtask, and updates the references in its siblings and in the tasks within them. */
export function renamePart(
  document: WorkflowDocument,
  { taskPath, newId }: RenamePart,
): Result<WorkflowDocument, EditRefusal> {
  const id = segmentOf(taskPath);
  const container = containerPath(taskPath) ?? '';
  const located = locateTask(document, container);
  const part = located && partsOf(located.task).find((one) => one.position.segment === id);
  if (located === undefined || (part?.position.role !== 'step' && part?.position.role !== 'subtask')) {
    return refuse(`There is no step or subtask at “${taskPath}”.`);
  }
  if (newId === id) return ok(document);
  const problem = nameProblem(newId);
  if (problem !== undefined) return refuse(problem);
  if (partsOf(located.task).some((one) => one.position.segment === newId)) {
    return refuse(`There is a “${newId}” beside it already. Choose another name.`);
  }
  const to = new Map([[id, newId]]);
  const { document: followed, among } = renameBeside(
    document,
    taskPath,
    [...located.path, ...part.position.path.slice(0, -1)],
    to,
  );
  const named = mapTaskAt(followed, container, (task) => withRenamed(task, id, newId)) ?? followed;
  const next = mapLayoutIds(named, (segment) => to.get(segment) ?? segment, container);
  const clash = among && findClash(document, next, { to, among });
  return clash === undefined
    ? ok(next)
    : refuse(
        `Another value “${newId}” is read within “${clash.reader}”, and one would hide the other. Choose another name.`,
      );
}

/** The document with the references among the siblings at a path updated, and the siblings. */
function renameBeside(
  document: WorkflowDocument,
  taskPath: TaskPath,
  path: DocumentPath,
  to: ReadonlyMap<string, string>,
): { readonly document: WorkflowDocument; readonly among: Siblings | undefined } {
  const root = rootOf(taskPath) as TaskId;
  const top = taskOf(document, root);
  if (top === undefined) return { document, among: undefined };
  let among: Siblings | undefined;
  const renamed = mapWithin(top, scopeOfTask(document, documentSiblings(document), root, top), (task, at, siblings) => {
    if (siblings !== undefined && formatPath(siblings.path) === formatPath(path)) among = siblings;
    return among === undefined ? task : renameInTask(task, at, { to, among });
  });
  return { document: withTasks(document, [[root, renamed]]), among };
}

function withRenamed(task: Task, id: string, newId: string): Task {
  if (task.type === 'group') {
    const subtasks = Object.entries(task.subtasks ?? {}).map(([key, one]) => [key === id ? newId : key, one]);
    return { ...task, subtasks: Object.fromEntries(subtasks) };
  }
  if (task.type !== 'sequential') return task;
  const steps = (task.steps ?? []).map((step, index) =>
    stepId(step, index) === id ? { ...step, id: newId as TaskId } : step,
  );
  return { ...task, steps };
}
