import type { JsonObject } from '@/base/json';

/** The answer of an evaluator of tries, if its task does not define a schema. `numbers`: of the tries. */
export function buildChoiceSchema(numbers: readonly number[]): JsonObject {
  const choice = { type: 'integer', enum: numbers, description: 'The number of the best try.' };
  return { type: 'object', properties: { choice, reason: { type: 'string' } }, required: ['choice', 'reason'] };
}
