import { nameProblem } from '@/base/name';
import { ok, type Result } from '@/base/result';
import { type DocumentPath, formatPath } from '../../diagnostic';
import { findTopTask, type WorkflowDocument } from '../../document';
import type { Siblings } from '../../graph/siblings';
import { createDocumentSiblings, createTaskScope, mapWithin } from '../../graph/task-scopes';
import type { TaskId } from '../../names';
import {
  buildPartPath,
  findContainerPath,
  getLastSegment,
  getRootPath,
  listParts,
  locateTask,
  type TaskPath,
} from '../../task-path';
import type { Task } from '../../tasks';
import { getStepId } from '../../tasks/parts';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { mapLayoutIds, replaceTasks } from '../edits';
import { mapTaskAt } from '../map-task-at';
import { findClash } from './rename-clash';
import { renameInTests } from './rename-in-tests';
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
  return renameParts(document, findContainerPath(taskPath) ?? '', new Map([[getLastSegment(taskPath), newId]]));
}

/** Renames several steps or subtasks of a container at once, as {@link renamePart}. They may swap their ids. */
export function renameParts(
  document: WorkflowDocument,
  container: TaskPath,
  newIds: ReadonlyMap<string, string>,
): Result<WorkflowDocument, EditRefusal> {
  const located = locateTask(document, container);
  const parts = new Map(located && listParts(located.task).map(({ position }) => [position.segment, position]));
  let siblings: DocumentPath = [];
  for (const id of newIds.keys()) {
    const position = parts.get(id);
    if (position?.role !== 'step' && position?.role !== 'subtask')
      return refuseEdit(`There is no step or subtask at “${buildPartPath(container, id)}”.`);
    siblings = position.path.slice(0, -1);
  }
  const to = new Map([...newIds].filter(([id, newId]) => id !== newId));
  if (located === undefined || to.size === 0) return ok(document);
  const taken = new Set<string>();
  for (const newId of to.values()) {
    const problem = nameProblem(newId);
    if (problem !== undefined) return refuseEdit(problem);
    if (taken.has(newId) || (parts.has(newId) && !to.has(newId)))
      return refuseEdit(`There is a “${newId}” beside it already. Choose another name.`);
    taken.add(newId);
  }
  const { document: followed, among } = renameBeside(document, container, [...located.path, ...siblings], to);
  const named = mapTaskAt(followed, container, (task) => renamePartsOfTask(task, to)) ?? followed;
  const next = mapLayoutIds(named, (segment) => to.get(segment) ?? segment, container);
  const clash = among && findClash(document, next, { to, among }, getRootPath(container) as TaskId);
  return clash === undefined
    ? ok(renameInTests(next, (segment) => to.get(segment) ?? segment, container))
    : refuseEdit(
        `Another value “${clash.name}” is read within “${clash.reader}”, and one would hide the other. Choose another name.`,
      );
}

/** The document with the references among the siblings at a path updated, and the siblings. */
function renameBeside(
  document: WorkflowDocument,
  taskPath: TaskPath,
  path: DocumentPath,
  to: ReadonlyMap<string, string>,
): { readonly document: WorkflowDocument; readonly among: Siblings | undefined } {
  const root = getRootPath(taskPath) as TaskId;
  const top = findTopTask(document, root);
  if (top === undefined) return { document, among: undefined };
  let among: Siblings | undefined;
  const renamed = mapWithin(
    top,
    createTaskScope(document, createDocumentSiblings(document), root, top),
    (task, at, siblings) => {
      if (siblings !== undefined && formatPath(siblings.path) === formatPath(path)) among = siblings;
      return among === undefined ? task : renameInTask(task, at, { to, among });
    },
  );
  return { document: replaceTasks(document, [[root, renamed]]), among };
}

function renamePartsOfTask(task: Task, to: ReadonlyMap<string, string>): Task {
  if (task.type === 'group') {
    const subtasks = Object.entries(task.subtasks ?? {}).map(([key, one]) => [to.get(key) ?? key, one]);
    return { ...task, subtasks: Object.fromEntries(subtasks) };
  }
  if (task.type !== 'sequential') return task;
  const steps = (task.steps ?? []).map((step, index) => {
    const newId = to.get(getStepId(step, index));
    return newId === undefined ? step : { ...step, id: newId as TaskId };
  });
  return { ...task, steps };
}
