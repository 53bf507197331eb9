import { copyRecord } from '@/base/copy-record';
import { defined } from '@/base/defined';
import { type Layout, listTaskIds, type Point, type StickyNote, type WorkflowDocument } from '../document';
import { findFunctionName } from '../function-path';
import type { TaskId } from '../names';
import { getRootPath, type TaskPath } from '../task-path';
import { replaceInRecord } from '../task-record';
import type { Task } from '../tasks';

/**
 * The document with these tasks. Tasks with the same id are replaced; new ones are added at the end. At the path of a
 * function, its task is replaced or set.
 */
export function replaceTasks(document: WorkflowDocument, tasks: Iterable<readonly [string, Task]>): WorkflowDocument {
  const own: (readonly [string, Task])[] = [];
  let { library } = document;
  for (const [id, task] of tasks) {
    const name = findFunctionName(id);
    if (name === undefined) own.push([id, task]);
    else library = { ...library, [name]: { ...library?.[name], task } };
  }
  const next = library === document.library ? document : { ...document, library };
  return own.length === 0 && next !== document ? next : { ...next, tasks: replaceInRecord(document.tasks, own) };
}

/** The document without the task of a function, which stays. */
export function removeFunctionTask(document: WorkflowDocument, name: string): WorkflowDocument {
  const { task: _removed, ...definition } = document.library?.[name] ?? {};
  return { ...document, library: { ...document.library, [name]: definition } };
}

/** The document with every task passed through a function, which may rename it or, by `undefined`, remove it. */
export function mapTasks(
  document: WorkflowDocument,
  map: (id: TaskId, task: Task) => readonly [string, Task] | undefined,
): WorkflowDocument {
  const tasks: Record<string, Task> = {};
  for (const id of listTaskIds(document)) {
    const [mapped, task] = map(id, document.tasks[id] as Task) ?? [];
    if (mapped !== undefined && task !== undefined) tasks[mapped] = task;
  }
  return { ...document, tasks };
}

/** The task with these dependencies, which hold each id once. Without any, the field is left out. */
export function setDependencies(task: Task, dependsOn: readonly string[]): Task {
  const { dependsOn: _before, ...rest } = task;
  return dependsOn.length === 0 ? rest : { ...rest, dependsOn: [...new Set(dependsOn)] as TaskId[] };
}

/** The document with these positions, in whole pixels, added or replaced. */
export function setPositions(
  document: WorkflowDocument,
  positions: Iterable<readonly [string, Point]>,
): WorkflowDocument {
  const placed = [...positions].map(
    ([id, [x, y]]) => [id, [Math.round(x), Math.round(y)] as [number, number]] as const,
  );
  if (placed.length === 0) return document;
  const tasks = copyRecord<TaskPath, [number, number]>(document.layout?.tasks ?? {});
  for (const [id, at] of placed) tasks[id] = at;
  return setLayout(document, { ...document.layout, tasks });
}

/**
 * Passes the ids of tasks in the layout, with everything below them, through a function from id to new id; `undefined`
 * removes the entry. The tasks are those of the document or, with `container`, the parts of that task, by their
 * segments.
 */
export function mapLayoutIds(
  document: WorkflowDocument,
  map: (id: string) => string | undefined,
  container?: TaskPath,
): WorkflowDocument {
  const { layout } = document;
  if (layout === undefined) return document;
  const above = container === undefined ? '' : `${container}/`;
  const mapPlace = (taskPath: TaskPath): TaskPath | undefined => {
    if (!taskPath.startsWith(above)) return taskPath;
    const id = getRootPath(taskPath.slice(above.length));
    const mapped = map(id);
    return mapped === undefined ? undefined : above + mapped + taskPath.slice(above.length + id.length);
  };
  return setLayout(document, mapLayout(layout, mapPlace));
}

/**
 * The layout with every task path passed through a function; `undefined` removes what is there: a position, a fold, the
 * notes in a container. `mapPoint`: another function for the tasks that have a position.
 */
export function mapLayout(
  layout: Layout,
  map: (taskPath: TaskPath) => TaskPath | undefined,
  mapPoint: (taskPath: TaskPath) => TaskPath | undefined = map,
): Layout {
  const { tasks, collapsed, notes } = layout;
  const points = Object.entries(tasks ?? {}).flatMap(([taskPath, at]) => {
    const mapped = mapPoint(taskPath);
    return mapped === undefined ? [] : [[mapped, at] as const];
  });
  return {
    ...layout,
    ...defined({
      tasks: tasks && Object.fromEntries(points),
      collapsed: collapsed?.flatMap((taskPath) => map(taskPath) ?? []),
      notes: notes && mapSame(notes, (note) => moveNote(note, map)),
    }),
  };
}

/** The note in the container where its own is now; none if that is removed. */
function moveNote(note: StickyNote, map: (taskPath: TaskPath) => TaskPath | undefined): readonly StickyNote[] {
  if (note.in === undefined) return [note];
  const now = map(note.in);
  return now === undefined ? [] : [now === note.in ? note : { ...note, in: now }];
}

/** The list with each member replaced by any number of others; the same list if nothing changed. */
function mapSame<T>(list: T[], map: (one: T) => readonly T[]): T[] {
  const mapped = list.flatMap(map);
  return mapped.length === list.length && mapped.every((one, index) => one === list[index]) ? list : mapped;
}

/** The document with this layout. Empty parts of the layout are left out, as is an empty layout. */
export function setLayout(document: WorkflowDocument, layout: Layout): WorkflowDocument {
  const { layout: _before, ...rest } = document;
  const filled = Object.entries(layout).filter(([, part]) => part !== undefined && Object.keys(part).length > 0);
  return filled.length === 0 ? rest : { ...rest, layout: Object.fromEntries(filled) };
}
