import { ok, type Result } from '@/base/result';
import type { ModelChange } from '../change';
import type { WorkflowDocument } from '../document';
import { locateTask, type Place } from '../place';
import { type Task, taskSchema } from '../tasks';
import { changeBetween } from './change-between';
import { mapTaskAt } from './map-task-at';
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
  if (located === undefined) return refuse(`No task “${id}”.`);
  const next = patched(taskSchema, located.task, patch);
  if (!next.ok) return next;
  return ok(changeBetween(document, mapTaskAt(document, id, () => next.value) ?? document));
}
