import { snakeCase } from '@/base/snake-case';
import type { DocumentPath } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import { partsOf } from '../task-path';
import type { Task } from '../tasks';

/** A part of a document that is kept, but that runs ignore. */
export interface NotRunYet {
  readonly path: DocumentPath;
  /** Its name in messages, to put before “is kept, but not run yet”. */
  readonly what: string;
  /** Whether a run without it would give another result, so that the run is refused. */
  readonly needed: boolean;
}

/** Whether a value changes the result of a run; undefined if it asks for nothing that runs ignore. */
type Needed = (value: unknown) => boolean | undefined;
/** Fields that are not run yet. */
type Table<T> = { readonly [K in keyof T]?: Needed };

const never: Needed = () => false;
const ifSet: Needed = (value) => (value !== false && value !== null && value !== 0) || undefined;

const taskTable: Table<Task> = {
  breakpoint: never,
  pinned: ifSet,
};

/**
 * Everything in a document that runs ignore, with its path. Free text and `x-` keys are not listed, as they ask for
 * nothing. Nothing in a disabled task is needed, as the task is skipped.
 */
export function notRunYet(document: WorkflowDocument): readonly NotRunYet[] {
  const found: NotRunYet[] = [];
  for (const [id, task] of Object.entries(document.tasks)) found.push(...ofTask(task, ['tasks', id]));
  for (const [name, { task }] of Object.entries(document.library ?? {})) {
    if (task !== undefined) found.push(...ofTask(task, ['library', name, 'task']));
  }
  return found;
}

function ofTask(task: Task, path: DocumentPath): NotRunYet[] {
  const found = listed(task, taskTable, path);
  for (const part of partsOf(task)) found.push(...ofTask(part.task, [...path, ...part.position.path]));
  return task.disabled ? found.map((one) => ({ ...one, needed: false })) : found;
}

function listed<T extends object>(value: T, table: Table<T>, path: DocumentPath): NotRunYet[] {
  const found: NotRunYet[] = [];
  for (const field of Object.keys(value) as (keyof T)[]) {
    const needed = table[field]?.(value[field]);
    if (needed === undefined) continue;
    const key = snakeCase(String(field));
    found.push({ path: [...path, key], what: `“${key}”`, needed });
  }
  return found;
}
