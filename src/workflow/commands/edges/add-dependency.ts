import { ok, type Result } from '@/base/result';
import type { DocumentPath } from '../../diagnostic';
import { findTopTask, type WorkflowDocument } from '../../document';
import { mapField, mapMembers } from '../../map-same';
import type { TaskId } from '../../names';
import type { Task } from '../../tasks';
import { mapPartAt } from '../../tasks/parts';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { replaceTasks, setDependencies } from '../edits';
import { connectTasks } from './connect-tasks';

/** Arguments of {@link addDependency}: the fix of a read without a dependency. */
export interface AddDependency {
  /** The task that is to wait. */
  readonly task: string;
  /** Its container, if it is in one, or the library. */
  readonly path?: DocumentPath;
  /** The sibling that it is to wait for. */
  readonly on: string;
  /** Siblings that return the same name, for which it is to wait too. */
  readonly others?: readonly string[];
}

/** Lets a task wait for a sibling, or for several, at any depth. */
export function addDependency(document: WorkflowDocument, args: AddDependency): Result<WorkflowDocument, EditRefusal> {
  const { others = [], ...first } = args;
  let added = addOne(document, first);
  for (const on of others) added = added.ok ? addOne(added.value, { ...first, on }) : added;
  return added;
}

function addOne(
  document: WorkflowDocument,
  args: Omit<AddDependency, 'others'>,
): Result<WorkflowDocument, EditRefusal> {
  const { task, on, path = ['tasks', task] } = args;
  const [root, id, ...within] = path;
  if (root === 'tasks' && within.length === 0) {
    return connectTasks(document, { from: on as TaskId, to: task as TaskId });
  }
  const addWait = (part: Task) => setDependencies(part, [...(part.dependsOn ?? []), on]);
  const next =
    root === 'tasks' ? mapInTask(document, String(id), within, addWait) : mapInLibrary(document, path, addWait);
  return next === document ? refuseEdit(`No task “${task}” exists any more.`) : ok(next);
}

function mapInTask(document: WorkflowDocument, id: string, path: DocumentPath, map: (part: Task) => Task) {
  const task = findTopTask(document, id);
  const mapped = task && mapPartAt(task, path, map);
  return mapped === undefined || mapped === task ? document : replaceTasks(document, [[id, mapped]]);
}

function mapInLibrary(document: WorkflowDocument, [, name, , ...path]: DocumentPath, map: (part: Task) => Task) {
  return mapField(document, 'library', (library) =>
    mapMembers(library, (definition, key) =>
      key === name ? mapField(definition, 'task', (task) => mapPartAt(task, path, map)) : definition,
    ),
  );
}
