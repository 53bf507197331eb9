import { defined } from '@/base/defined';
import { ok, type Result } from '@/base/result';
import { type DocumentSettings, getSettings, type WorkflowDocument } from '../document';
import { locateTask, type TaskPath } from '../task-path';
import type { Task } from '../tasks';
import { type EditRefusal, refuseEdit } from './edit-refusal';
import { mapTaskAt } from './map-task-at';

type FieldOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;
type Field = Exclude<Task extends infer T ? (T extends unknown ? keyof T : never) : never, 'type'>;
/** Fields of a task to set; `undefined` removes a field. */
export type TaskPatch = { readonly [K in Field]?: FieldOf<Task, K> | undefined };
/** Settings of the workflow to set; `undefined` removes one. */
export type SettingsPatch = { readonly [K in keyof DocumentSettings]?: DocumentSettings[K] | undefined };

/** A task path, and the fields to set there. */
export interface UpdateTask {
  readonly id: TaskPath;
  readonly patch: TaskPatch;
}

/**
 * Sets and removes fields of a task at any depth. The values fit by their types; `updateTask` checks what a person
 * typed.
 */
export function setTaskFields(
  document: WorkflowDocument,
  { id, patch }: UpdateTask,
): Result<WorkflowDocument, EditRefusal> {
  const located = locateTask(document, id);
  if (located === undefined) return refuseEdit(`No task “${id}”.`);
  const next = patchFields(located.task, patch);
  return ok(mapTaskAt(document, id, () => next) ?? document);
}

/**
 * Sets and removes settings of the workflow. The values fit by their types; `updateSettings` checks what a person
 * typed.
 */
export function setSettings(document: WorkflowDocument, patch: SettingsPatch): Result<WorkflowDocument, EditRefusal> {
  const { tasks, layout } = document;
  const next = patchFields(getSettings(document), patch);
  return ok({ ...next, tasks, ...defined({ layout }) });
}

/** A value with the fields of a patch set, and those that are `undefined` in the patch removed. */
export function patchFields<T extends object>(value: T, patch: Readonly<Record<string, unknown>>): T {
  return Object.fromEntries(Object.entries({ ...value, ...patch }).filter(([, field]) => field !== undefined)) as T;
}
