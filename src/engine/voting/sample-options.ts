import type { JsonObject } from '@/base/json';
import type { PlannedVoting } from '@/plan/plan';

/** Options of a sample: the first is the model's best guess, the others vary. */
export function sampleOptions(
  options: JsonObject,
  { firstTemperature, temperature }: PlannedVoting,
  n: number,
): JsonObject {
  return { ...options, temperature: n === 1 ? firstTemperature : temperature };
}
