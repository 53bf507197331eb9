import type { PlannedCall } from '@/plan/plan';
import type { Settings } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';
import { modelName } from './run-prices';

/**
 * What a task is written with so that it falls back and is cached as a call of the plan is; what its agent (by name, if
 * it gets one) and the workflow say anyway is left out.
 */
export function writtenCall(
  { fallbacks = [], cache }: Pick<PlannedCall, 'fallbacks' | 'cache'>,
  { agents, fallbackModels, cache: always }: Pick<Settings, 'agents' | 'fallbackModels' | 'cache'>,
  agent?: string,
): Pick<Task, 'fallbackModels' | 'cache'> {
  const { fallbackModels: listed = fallbackModels ?? [], cache: set = always ?? 'auto' } =
    (agent === undefined ? undefined : agents?.[agent]) ?? {};
  const own = cache ?? 'auto';
  const names = fallbacks.map(modelName);
  const isSame = names.length === listed.length && names.every((name, index) => name === listed[index]);
  return { ...(isSame ? {} : { fallbackModels: names }), ...(own === set ? {} : { cache: own }) };
}
