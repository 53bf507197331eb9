import { isSameJson } from '@/base/json';
import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../../document';
import type { TaskId } from '../../names';
import {
  buildPartPath,
  findContainerPath,
  getLastSegment,
  listParts,
  locateTask,
  type TaskPath,
} from '../../task-path';
import { type Task, taskTraits } from '../../tasks';
import type { EditRefusal } from '../edit-refusal';
import { setTaskFields } from '../set-fields';
import { renamePart } from './rename-part';
import { renameTask } from './rename-task';

/** Arguments of {@link retitleTask}. */
export interface RetitleTask {
  readonly taskPath: TaskPath;
  /** As a person writes it. */
  readonly title: string;
}

/** A document whose task has its title, and the path that the task has there. */
export interface Retitled {
  readonly document: WorkflowDocument;
  readonly taskPath: TaskPath;
}

/**
 * Gives a task a title. Its id follows only while nobody has chosen or used it: it is still `atomic_1`, nothing names
 * it, and the title can be written as an id. A title that says no more than the id is no name of its own.
 */
export function retitleTask(
  document: WorkflowDocument,
  { taskPath, title }: RetitleTask,
): Result<Retitled, EditRefusal> {
  const wanted = title.trim();
  const followed = followTitle(document, taskPath, wanted) ?? { document, taskPath };
  const name = wanted === '' || wanted === getLastSegment(followed.taskPath) ? undefined : wanted;
  const set = setTaskFields(followed.document, { id: followed.taskPath, patch: { name } });
  return set.ok ? ok({ document: set.value, taskPath: followed.taskPath }) : set;
}

/** The document with the id that a title gives; undefined: the id stays. */
function followTitle(document: WorkflowDocument, taskPath: TaskPath, title: string): Retitled | undefined {
  const id = getLastSegment(taskPath);
  const newId = writeAsId(title);
  if (newId === undefined || newId === id || !isGivenId(id)) return undefined;
  const container = findContainerPath(taskPath);
  const renamed =
    container === undefined
      ? renameTask(document, { id: id as TaskId, newId })
      : renamePart(document, { taskPath, newId });
  if (!renamed.ok) return undefined;
  const next = container === undefined ? newId : buildPartPath(container, newId);
  return isNamedNowhere(document, renamed.value, id, newId, container)
    ? { document: renamed.value, taskPath: next }
    : undefined;
}

const stems: ReadonlySet<string> = new Set(['step', ...Object.values(taskTraits).map(({ id }) => id)]);

/** Whether this is an id that a task got when it was added: that of its type, with a number. */
function isGivenId(id: string): boolean {
  const [, stem] = /^(.+)_\d+$/.exec(id) ?? [];
  return stem !== undefined && stems.has(stem);
}

/** A title as an id: `Sort the list` is `sort_the_list`; undefined: it has letters that an id cannot have. */
function writeAsId(title: string): string | undefined {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(title)) return title;
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  if (/[^\x20-\x7e]/.test(plain)) return undefined;
  const id = plain.match(/[a-z0-9]+/g)?.join('_');
  return id !== undefined && /^[a-z]/.test(id) ? id : undefined;
}

/** Whether a rename changed nothing but the id itself, and the place of the task in the layout. */
function isNamedNowhere(
  before: WorkflowDocument,
  after: WorkflowDocument,
  id: string,
  newId: string,
  container: TaskPath | undefined,
): boolean {
  if (container !== undefined) {
    const [old, next] = [before, after].map((document) => locateTask(document, container)?.task);
    if (old === undefined || next === undefined) return false;
    const listOthers = (task: Task, own: string) =>
      listParts(task).map((part) => (part.position.segment === own ? { ...part.task, id: undefined } : part.task));
    return isSameJson(listOthers(old, id), listOthers(next, newId)) && isSameJson(omitParts(old), omitParts(next));
  }
  const isSame = Object.entries(before.tasks ?? {}).every(
    ([key, task]) => after.tasks?.[(key === id ? newId : key) as TaskId] === task,
  );
  return isSame && isSameJson(omitTasks(before), omitTasks(after));
}

const omitParts = (task: Task) => ({ ...task, steps: undefined, subtasks: undefined });
const omitTasks = (document: WorkflowDocument) => ({ ...document, tasks: undefined, layout: undefined });
