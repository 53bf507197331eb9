import type { JsonObject } from '@/base/json';

/** The output of an evaluator (language page, 5.2). */
export const evaluationSchema = {
  type: 'object',
  properties: { success: { type: 'boolean' }, feedback: { type: ['string', 'null'] } },
  required: ['success', 'feedback'],
} as const satisfies JsonObject;

/** The same for `validation_rules: strict`: no other fields are allowed. */
export const strictEvaluationSchema = { ...evaluationSchema, additionalProperties: false } as const;
