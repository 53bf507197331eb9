import { z } from 'zod';
import { nameSchema } from '@/base/name-schema';
import { argumentSchema } from './common';

/** Own fields of a tool task: it performs a tool without a model. */
export const toolTaskFields = {
  tool: z.string().min(1).optional().meta({
    description: 'Name of the tool: of the workflow or of this task, SERVER.TOOL, or one that comes with Heddle.',
  }),
  args: z
    .record(nameSchema, argumentSchema)
    .optional()
    .meta({ description: 'Arguments of the tool: values, or {from: name.path}.' }),
} as const;
