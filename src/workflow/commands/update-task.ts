import { ok, type Result } from '@/base/result';
import type { ModelChange } from '../change';
import { taskOf, type WorkflowDocument } from '../document';
import { locateTask, type Place, rootOf } from '../place';
import { type Task, taskSchema } from '../tasks';
import { mapPartAt } from '../tasks/parts';
import { changeBetween } from './change-between';
import { withTasks } from './edits';
import { patched } from './patched';
import { type Refusal, refuse } from './refusal';

type FieldOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;
type Field = Exclude<Task extends infer T ? (T extends unknown ? keyof T : never) : never, 'type'>;
/** Fields to set; `undefined` takes a field out. */
export type TaskPatch = { readonly [K in Field]?: FieldOf<Task, K> | undefined };

/** What {@link updateTask} is told. */
export interface UpdateTask {
  /** Where the task stands: its id, or the place of one within a task. */
  readonly id: Place;
  readonly patch: TaskPatch;
}

/** Sets and removes fields of a task at any depth. Refused if the task would not be valid, in the words of its schema. */
export function updateTask(document: WorkflowDocument, { id, patch }: UpdateTask): Result<ModelChange, Refusal> {
  const located = locateTask(document, id);
  const root = rootOf(id);
  const top = taskOf(document, root);
  if (located === undefined || top === undefined) return refuse(`No task “${id}”.`);
  const next = patched(taskSchema, located.task, patch);
  if (!next.ok) return next;
  // The first two steps of the path lead to the task of the document.
  const changed = mapPartAt(top, located.path.slice(2), () => next.value);
  return ok(changeBetween(document, withTasks(document, [[root, changed]])));
}
