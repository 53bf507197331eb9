import { z } from 'zod';
import { jsonSchema } from '@/base/json-schema';
import { extensible } from '../extensible';

/** Own fields of a decomposition: a model writes tasks that replace a failed one. */
export const reparseFields = {
  failedTask: extensible({
    error: jsonSchema.optional().meta({ description: 'The failure: its type and details.' }),
    originalPrompt: z.string().optional().meta({ description: 'What the failed task was asked.' }),
  })
    .optional()
    .meta({ description: 'The task that failed.' }),
} as const;
