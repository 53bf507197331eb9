import { z } from 'zod';

/** Own fields of a director-evaluator loop (language page, section 5.2). */
export const createDirectorEvaluatorFields = <T extends z.ZodType>(nested: T) => ({
  mode: z
    .enum(['dynamic', 'static'])
    .optional()
    .meta({ description: 'dynamic (default): the director asks. static: director, script, evaluator, repeated.' }),
  director: nested.optional().meta({ description: 'Drafts, and revises after each evaluation.' }),
  script: nested.optional().meta({ description: 'Runs on the output of the director.' }),
  evaluator: nested.optional().meta({ description: 'Judges: {success, feedback}.' }),
  onUnaccepted: z
    .enum(['fail', 'complete'])
    .optional()
    .meta({ description: 'static: what the loop ends as if the last verdict rejects the draft. Default fail.' }),
  maxIterations: z.number().int().min(1).optional().meta({ description: 'Maximum rounds. Default 10; static 1.' }),
});
