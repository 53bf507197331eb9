import { z } from 'zod';
import { argumentSchema } from './common';

/** Own fields of a pipeline: each step turns the state into the next one (language page, section 5.4). */
export const pipelineFields = {
  plan: z
    .union([
      z.strictObject({ from: z.string().min(1) }),
      z.strictObject({ repeat: z.number().int().min(0), step: z.string() }),
      z.array(z.string()),
    ])
    .optional()
    .meta({
      description: 'The steps: a list of texts, {from: task}, or {repeat: N, step}; that step knows {i} and {total}.',
    }),
  state: argumentSchema.optional().meta({ description: 'The first state, or {from: name.path}.' }),
  stateTemplate: z
    .string()
    .optional()
    .meta({ description: 'Prompt of a step; knows {state}, {step}, {i} and {total}.' }),
  maxRetries: z.number().int().min(0).optional().meta({ description: 'Retries of a failed step.' }),
  pipelineId: z.string().min(1).optional().meta({ description: 'Name of the pipeline in logs and events.' }),
} as const;
