import type { DocumentPath } from './diagnostic';
import { taskOf, type WorkflowDocument } from './document';
import type { Task } from './tasks';
import { mapParts, type PartPlace } from './tasks/parts';

/**
 * Where a task stands in a document: the segments (see {@link PartPlace}) from the task of the document inward, joined
 * by `/`, which no name can hold. A task of the document itself has its id: `review`, `group/web`, `map/inner_task`,
 * `cond/case:1`. Nodes of the canvas, positions in the layout and the state of a run are named by it.
 */
export type TaskPath = string;

/** The place of a part of the task at `holder`. */
export function placeIn(holder: TaskPath, segment: string): TaskPath {
  return `${holder}/${segment}`;
}

/** The place of the task that holds this one; undefined for a task of the document. */
export function holderOf(place: TaskPath): TaskPath | undefined {
  const end = place.lastIndexOf('/');
  return end < 0 ? undefined : place.slice(0, end);
}

/** The place of the task of the document that this one is, or lies in. */
export function rootOf(place: TaskPath): TaskPath {
  const end = place.indexOf('/');
  return end < 0 ? place : place.slice(0, end);
}

/** The last segment of a place. */
export function segmentOf(place: TaskPath): string {
  return place.slice(place.lastIndexOf('/') + 1);
}

/** A task directly within another. */
export interface Part {
  readonly task: Task;
  readonly place: PartPlace;
}

const partsByTask = new WeakMap<Task, readonly Part[]>();

/** The tasks directly within a task, in the order of a file. Found once per task object. */
export function partsOf(task: Task): readonly Part[] {
  const known = partsByTask.get(task);
  if (known !== undefined) return known;
  const parts: Part[] = [];
  mapParts(task, (part, place) => {
    parts.push({ task: part, place });
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

/** The task at a place; undefined if there is none. */
export function locateTask(document: WorkflowDocument, place: TaskPath): Located | undefined {
  const [root = '', ...segments] = place.split('/');
  const top = taskOf(document, root);
  let found: Located | undefined = top && { task: top, path: ['tasks', root] };
  for (const segment of segments) {
    if (found === undefined) return undefined;
    const part: Part | undefined = partsOf(found.task).find((one) => one.place.segment === segment);
    found = part && { task: part.task, path: [...found.path, ...part.place.path] };
  }
  return found;
}

/**
 * The place of the innermost task that a path of a file leads into; undefined if it leads into none, as in the
 * settings.
 */
export function placeOfPath(document: WorkflowDocument, path: DocumentPath): TaskPath | undefined {
  const [root, id] = path;
  let task = root === 'tasks' ? taskOf(document, String(id)) : undefined;
  if (task === undefined) return undefined;
  let place: TaskPath = String(id);
  let rest = path.slice(2);
  for (let part = partAt(task, rest); part !== undefined; part = partAt(task, rest)) {
    ({ task } = part);
    place = placeIn(place, part.place.segment);
    rest = rest.slice(part.place.path.length);
  }
  return place;
}

/** The part that a path within a task begins with. */
function partAt(task: Task, path: DocumentPath): Part | undefined {
  return partsOf(task).find(({ place }) => place.path.every((step, index) => step === path[index]));
}
