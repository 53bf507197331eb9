import type { WorkflowDocument } from '../document';
import { buildFunctionPath } from '../function-path';
import { buildPartPath, listParts, type TaskPath } from '../task-path';
import { listIds } from '../task-record';
import type { Task } from '../tasks';

const namesByTask = new WeakMap<Task, ReadonlySet<string>>();

/** The names of the definitions that a task and the tasks within it call. Computed once per task object. */
function collectCalledNames(task: Task): ReadonlySet<string> {
  const known = namesByTask.get(task);
  if (known !== undefined) return known;
  const names = new Set<string>();
  if (task.type === 'call' && task.ref !== undefined) names.add(task.ref);
  for (const part of listParts(task)) for (const name of collectCalledNames(part.task)) names.add(name);
  namesByTask.set(task, names);
  return names;
}

/** The calls of a definition, at any depth, in the order of the document; those in functions come last. */
export function listCalls(document: WorkflowDocument, name: string): readonly TaskPath[] {
  const found: TaskPath[] = [];
  const searchTask = (task: Task, taskPath: TaskPath): void => {
    if (!collectCalledNames(task).has(name)) return;
    if (task.type === 'call' && task.ref === name) found.push(taskPath);
    for (const { task: part, position } of listParts(task)) searchTask(part, buildPartPath(taskPath, position.segment));
  };
  for (const id of listIds(document.tasks)) searchTask(document.tasks[id] as Task, id);
  for (const [one, { task }] of Object.entries(document.library ?? {}))
    if (task) searchTask(task, buildFunctionPath(one));
  return found;
}
