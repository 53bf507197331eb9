import { z } from 'zod';
import { taskIdSchema } from '../name-schemas';

/** Own fields of a group: a graph of its own. The result maps ids to outputs. */
export const groupFields = <T extends z.ZodType>(nested: T) => ({
  subtasks: z
    .record(taskIdSchema, nested)
    .optional()
    .meta({ description: 'Tasks by id, with dependencies among them.' }),
  completionMode: z
    .enum(['all', 'any'])
    .optional()
    .meta({ description: 'all (default), or any: the first that completes, the rest are cancelled.' }),
});
