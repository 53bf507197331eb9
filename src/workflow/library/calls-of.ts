import type { WorkflowDocument } from '../document';
import { functionPath } from '../function-path';
import { partPath, partsOf, type TaskPath } from '../task-path';
import { idsOf } from '../task-record';
import type { Task } from '../tasks';

const namesByTask = new WeakMap<Task, ReadonlySet<string>>();

/** The names of the definitions that a task and the tasks within it call. Computed once per task object. */
export function calledNames(task: Task): ReadonlySet<string> {
  const known = namesByTask.get(task);
  if (known !== undefined) return known;
  const names = new Set<string>();
  if (task.type === 'call' && task.ref !== undefined) names.add(task.ref);
  for (const part of partsOf(task)) for (const name of calledNames(part.task)) names.add(name);
  namesByTask.set(task, names);
  return names;
}

/** The calls of a definition, at any depth, in the order of the document; those in functions come last. */
export function callsOf(document: WorkflowDocument, name: string): readonly TaskPath[] {
  const found: TaskPath[] = [];
  const search = (task: Task, taskPath: TaskPath): void => {
    if (!calledNames(task).has(name)) return;
    if (task.type === 'call' && task.ref === name) found.push(taskPath);
    for (const { task: part, position } of partsOf(task)) search(part, partPath(taskPath, position.segment));
  };
  for (const id of idsOf(document.tasks)) search(document.tasks[id] as Task, id);
  for (const [one, { task }] of Object.entries(document.library ?? {})) if (task) search(task, functionPath(one));
  return found;
}
