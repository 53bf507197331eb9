import type { z } from 'zod';
import { jsonSchema } from '@/base/json-schema';
import { itemsSchema } from './common';

/** Own fields of a reduce: it folds items into one value, strictly in order. */
export const reduceFields = <T extends z.ZodType>(nested: T) => ({
  items: itemsSchema.optional().meta({ description: 'A list, or {from: name.path}. Without it: the inputs.' }),
  initialValue: jsonSchema.optional().meta({ description: 'What the fold starts with.' }),
  innerTask: nested.optional().meta({ description: 'Runs for each item first, with current_data, index and name.' }),
  reductionTask: nested
    .optional()
    .meta({ description: 'Joins current_result with the accumulator; sees original_input too.' }),
});
