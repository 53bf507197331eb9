import { z } from 'zod';
import { nameSchema } from '@/base/name-schema';
import { argumentSchema } from './common';

/** Own fields of a call: a definition of the library with its arguments. */
export const callFields = {
  ref: z.string().min(1).optional().meta({ description: 'Name of the definition in the library.' }),
  args: z
    .record(nameSchema, argumentSchema)
    .optional()
    .meta({ description: 'Arguments: values, or {from: name.path}.' }),
} as const;
