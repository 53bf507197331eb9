import type { z } from 'zod';
import { nameSchema } from '@/base/name';

/** Id of a task, unique in its scope. */
export const taskIdSchema = nameSchema.brand<'TaskId'>();
export type TaskId = z.infer<typeof taskIdSchema>;

/** A text as a task id. Throws a ZodError if it is none: check texts that a person typed with `taskIdSchema.safeParse`. */
export function taskId(id: string): TaskId {
  return taskIdSchema.parse(id);
}
