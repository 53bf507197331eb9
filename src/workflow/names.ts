import type { z } from 'zod';
import { nameProblem } from '@/base/name';
import type { taskIdSchema } from './name-schemas';

/** Id of a task, unique in its scope. */
export type TaskId = z.infer<typeof taskIdSchema>;

/** Whether a text is the id of a task. `nameProblem` says what is wrong with a text that is not. */
function isTaskId(id: string): id is TaskId {
  return nameProblem(id) === undefined;
}

/** A text as a task id. Throws if it is none: check texts that a person typed with {@link isTaskId}. */
export function expectTaskId(id: string): TaskId {
  if (!isTaskId(id)) throw new Error(`“${id}” is not an id of a task. ${nameProblem(id)}`);
  return id;
}
