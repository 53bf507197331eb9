import { z } from 'zod';
import { createExtensibleSchema } from '../extensible';

/** Own fields of a memory match: it finds the files of the memory index that help with a query. */
export const associativeMemoryFields = {
  query: z.string().optional().meta({ description: 'What to look for, a template.' }),
  constraints: createExtensibleSchema({
    maxResults: z.number().int().min(1).optional().meta({ description: 'Maximum files.' }),
    relevanceThreshold: z.number().min(0).max(1).optional().meta({ description: 'Minimum relevance of a file.' }),
  })
    .optional()
    .meta({ description: 'Bounds of the match.' }),
} as const;
