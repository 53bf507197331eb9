import { ok, type Result } from '@/base/result';
import type { ModelChange } from '../change';
import { taskOf, type WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { type Task, taskSchema } from '../tasks';
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
  readonly id: TaskId;
  readonly patch: TaskPatch;
}

/** Sets and removes fields of a task. Refused if the task would not be valid, in the words of its schema. */
export function updateTask(document: WorkflowDocument, { id, patch }: UpdateTask): Result<ModelChange, Refusal> {
  const task = taskOf(document, id);
  if (task === undefined) return refuse(`No task “${id}”.`);
  const next = patched(taskSchema, task, patch);
  return next.ok ? ok(changeBetween(document, withTasks(document, [[id, next.value]]))) : next;
}
