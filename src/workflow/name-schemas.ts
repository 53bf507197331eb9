import { z } from 'zod';
import { nameSchema } from '@/base/name-schema';
import { findFunctionName } from './function-path';

/** Id of a task, unique in its scope. */
export const taskIdSchema = nameSchema.brand<'TaskId'>();

/**
 * Schema of a task path (see `task-path.ts`): an id, and for tasks within tasks the segments inward, joined by `/`. In
 * a segment, a colon separates the kind of a part from its name or number: `case:1`, `input:doc`. The task of a
 * definition of the library is at `library:NAME`.
 */
export const placeSchema = z
  .string()
  .regex(
    /^(library:)?[A-Za-z_][A-Za-z0-9_.-]*([/][A-Za-z_][A-Za-z0-9_.:-]*)*$/,
    'A place is the id of a task, or library: and the name of a function; then the ids inward, joined by /',
  )
  .refine(
    (taskPath) => nameSchema.safeParse(findFunctionName(taskPath) ?? taskPath.split('/', 1)[0]).success,
    'This name is reserved. Choose another.',
  );
