import { z } from 'zod';
import { jsonSchema } from '@/base/json-schema';
import { createExtensibleSchema } from '../extensible';

/** Own fields of a decomposition: a model writes tasks that replace a failed one. */
export const reparseFields = {
  failedTask: createExtensibleSchema({
    error: jsonSchema.optional().meta({ description: 'The failure: its type and details.' }),
    originalPrompt: z.string().optional().meta({ description: 'What the failed task was asked.' }),
  })
    .optional()
    .meta({ description: 'The task that failed.' }),
} as const;
