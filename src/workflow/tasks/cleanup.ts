import { z } from 'zod';
import { createExtensibleSchema } from '../extensible';

/** How the outputs that remain candidates for context are chosen (language page, section 6). */
export const cleanupStrategy = z.enum(['most_recent', 'highest_relevance', 'lru', 'direct_dependencies', 'custom']);

/** A strategy with its settings. `keep` is the expression of `custom`, over one output record. */
export const cleanupSchema = createExtensibleSchema({
  type: cleanupStrategy.meta({ description: 'most_recent, highest_relevance, lru, direct_dependencies or custom.' }),
  keepCount: z.number().int().min(0).optional().meta({ description: 'How many outputs stay. Default 20.' }),
  keep: z.string().optional().meta({ description: 'CEL expression of custom: whether an output stays.' }),
});
