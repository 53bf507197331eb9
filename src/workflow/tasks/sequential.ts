import { z } from 'zod';

/**
 * Own fields of a sequence: its steps run one after the other. The result is that of the last step that was not
 * skipped.
 */
export const createSequentialFields = <T extends z.ZodType>(nested: T) => ({
  steps: z.array(nested).optional().meta({ description: 'Tasks that run in order.' }),
});
