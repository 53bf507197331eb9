import { ok, type Result } from '@/base/result';
import type { Point, WorkflowDocument } from '../document';
import type { TaskPath } from '../task-path';
import type { TaskType } from '../tasks';
import type { EditRefusal } from './edit-refusal';
import { addInto } from './places/add-into';

/** Arguments of {@link addTask}. */
export interface AddTask {
  /** Left out: the name of the type with a number, such as `sequence_1`. */
  readonly id?: string;
  readonly type: TaskType;
  readonly at: Point;
  /** The task that the new one waits for. */
  readonly after?: TaskPath;
  /** The task that waits for the new one, and no longer directly for `after`. */
  readonly before?: TaskPath;
}

/** Adds an empty task at the end of the document, connected if asked to. `listAddedTasks` of the change has its id. */
export function addTask(document: WorkflowDocument, args: AddTask): Result<WorkflowDocument, EditRefusal> {
  const added = addInto(document, args);
  return added.ok ? ok(added.value.document) : added;
}
