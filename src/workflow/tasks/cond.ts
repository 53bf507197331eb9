import { z } from 'zod';
import { createExtensibleSchema } from '../extensible';

/**
 * Own fields of a condition: it runs the task of the first case whose test is true, else the last case without a test,
 * else nothing.
 */
export const createCondFields = <T extends z.ZodType>(nested: T) => ({
  cases: z
    .array(
      createExtensibleSchema({
        test: z.string().min(1).meta({ description: 'CEL expression over what came before.' }),
        task: nested.optional().meta({ description: 'Runs if the test is the first that is true.' }),
      }),
    )
    .optional()
    .meta({ description: 'Tests and their tasks; the first true one runs.' }),
  else: nested.optional().meta({ description: 'Runs if no test is true.' }),
});
