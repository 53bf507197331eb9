import { z } from 'zod';
import { nameSchema } from '@/base/name-schema';

/** Id of a task, unique in its scope. */
export const taskIdSchema = nameSchema.brand<'TaskId'>();

/**
 * Schema of a task path (see `task-path.ts`): an id, and for tasks within tasks the segments inward, joined by `/`. In
 * a segment, a colon separates the kind of a part from its name or number: `case:1`, `input:doc`.
 */
export const placeSchema = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_.-]*(\/[A-Za-z_][A-Za-z0-9_.:-]*)*$/,
    'A place is the id of a task; for a task within others the ids from the outermost inward, joined by /',
  )
  .refine(
    (taskPath) => nameSchema.safeParse(taskPath.split('/', 1)[0]).success,
    'This name is reserved. Choose another.',
  );
