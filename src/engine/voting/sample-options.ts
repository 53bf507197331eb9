import type { JsonObject } from '@/base/json';
import type { PlannedVoting } from '@/plan/plan';

/** The options of a sample. The first sample is the model's best guess, the others vary. */
export function buildSampleOptions(
  options: JsonObject,
  { firstTemperature, temperature }: PlannedVoting,
  n: number,
): JsonObject {
  return { ...options, temperature: n === 1 ? firstTemperature : temperature };
}
