import { z } from 'zod';
import { itemsSchema } from './common';

/**
 * Own fields of a map: one task for each item, in parallel. The result is the list of results in the order of the
 * items.
 */
export const mapFields = <T extends z.ZodType>(nested: T) => ({
  items: itemsSchema.optional().meta({ description: 'A list, or {from: name.path}. Without it: the inputs.' }),
  innerTask: nested.optional().meta({ description: 'Runs for each item, with the bindings item, index and name.' }),
  maxConcurrency: z.number().int().min(1).optional().meta({ description: 'Most items at once.' }),
  onItemError: z
    .enum(['fail', 'skip'])
    .optional()
    .meta({ description: 'fail (default) cancels the rest, skip continues without the item.' }),
});
