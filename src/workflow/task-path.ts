import type { DocumentPath } from './diagnostic';
import { findTopTask, type WorkflowDocument } from './document';
import { buildFunctionPath, findFunctionName } from './function-path';
import type { Task } from './tasks';
import { mapParts, type PartPosition } from './tasks/parts';

/**
 * Where a task is in a document: the segments (see {@link PartPosition}) from the top-level task inward, joined by `/`,
 * which no name can contain. The path of a top-level task is its id: `review`, `group/web`, `map/inner_task`,
 * `cond/case:1`. The task of a definition of the library is at `library:NAME`, and has what is in it below that:
 * `library:report/web`. Nodes of the canvas, positions in the layout and the state of a run use it as their key.
 */
export type TaskPath = string;

/** The path of a part of the task at `container`. */
export function buildPartPath(container: TaskPath, segment: string): TaskPath {
  return `${container}/${segment}`;
}

/** The path of the container of this task; undefined for a top-level task, and for the task of a definition. */
export function findContainerPath(taskPath: TaskPath): TaskPath | undefined {
  const end = taskPath.lastIndexOf('/');
  return end < 0 ? undefined : taskPath.slice(0, end);
}

/** The path of the top-level task, or that of the task of a definition, that this one is, or is in. */
export function getRootPath(taskPath: TaskPath): TaskPath {
  const end = taskPath.indexOf('/');
  return end < 0 ? taskPath : taskPath.slice(0, end);
}

/** The last segment of a path. */
export function getLastSegment(taskPath: TaskPath): string {
  return taskPath.slice(taskPath.lastIndexOf('/') + 1);
}

/** These paths without those inside another of them: a task that moves takes along what is in it. */
export function selectOutermost(taskPaths: Iterable<TaskPath>): TaskPath[] {
  const all = new Set(taskPaths);
  return [...all].filter((taskPath) => {
    for (let at = findContainerPath(taskPath); at !== undefined; at = findContainerPath(at))
      if (all.has(at)) return false;
    return true;
  });
}

/** A task directly in a container, and its position there. */
export interface Part {
  readonly task: Task;
  readonly position: PartPosition;
}

const partsByTask = new WeakMap<Task, readonly Part[]>();

/** The tasks directly in a container, in the order of a file. Cached per task object. */
export function listParts(task: Task): readonly Part[] {
  const known = partsByTask.get(task);
  if (known !== undefined) return known;
  const parts: Part[] = [];
  mapParts(task, (part, position) => {
    parts.push({ task: part, position });
    return part;
  });
  partsByTask.set(task, parts);
  return parts;
}

/** A task and its path as a file has it, such as `['tasks', 'group', 'subtasks', 'web']`. */
export interface Located {
  readonly task: Task;
  readonly path: DocumentPath;
}

/** The task at a task path; undefined if there is none. */
export function locateTask(document: WorkflowDocument, taskPath: TaskPath): Located | undefined {
  const [root = '', ...segments] = taskPath.split('/');
  const top = findTopTask(document, root);
  let found: Located | undefined = top && { task: top, path: buildRootPath(root) };
  for (const segment of segments) {
    if (found === undefined) return undefined;
    const part: Part | undefined = listParts(found.task).find((one) => one.position.segment === segment);
    found = part && { task: part.task, path: [...found.path, ...part.position.path] };
  }
  return found;
}

/** The document path of a top-level task or of the task of a definition, by its task path. */
export function buildRootPath(root: TaskPath): DocumentPath {
  const name = findFunctionName(root);
  return name === undefined ? ['tasks', root] : ['library', name, 'task'];
}

/**
 * The path of the innermost task that a document path leads into; undefined outside of tasks, as in the settings. What
 * else a definition has, such as its parameters, counts as its task.
 */
export function findTaskPathAt(document: WorkflowDocument, path: DocumentPath): TaskPath | undefined {
  const [field, id] = path;
  const root = field === 'tasks' ? String(id) : field === 'library' ? buildFunctionPath(String(id)) : '';
  let task = findTopTask(document, root);
  if (task === undefined) return undefined;
  let taskPath: TaskPath = root;
  let rest = path.slice(buildRootPath(root).length);
  for (let part = findPartAt(task, rest); part !== undefined; part = findPartAt(task, rest)) {
    ({ task } = part);
    taskPath = buildPartPath(taskPath, part.position.segment);
    rest = rest.slice(part.position.path.length);
  }
  return taskPath;
}

/** The part that a document path, from a task inward, begins with. */
function findPartAt(task: Task, path: DocumentPath): Part | undefined {
  return listParts(task).find(({ position }) => position.path.every((step, index) => step === path[index]));
}
