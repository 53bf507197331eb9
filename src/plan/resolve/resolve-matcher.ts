import type { Task } from '@/workflow/tasks';
import type { PlannedCall } from '../plan';
import { type CallField, resolveCall } from './resolve-call';
import type { Surroundings } from './surroundings';

/** Name of the workflow's agent that matches, if it has one. */
const matcherName = 'matcher';

/**
 * How a task calls the model that matches: its own model, or that of its agent, or of the workflow's agent `matcher`.
 * Undefined: there is none, and matching is by local ranking. The workflow's default model alone is not used (decided:
 * no calls are made unasked).
 */
export function resolveMatcher(
  task: Pick<Task, 'agent' | 'system' | CallField>,
  around: Pick<Surroundings, 'settings' | 'known' | 'variables'>,
): PlannedCall | undefined {
  if (task.agent !== undefined || task.model !== undefined) return resolveCall(task, around);
  const { agents = {}, defaultModel } = around.settings;
  const matcher = Object.hasOwn(agents, matcherName) ? agents[matcherName] : undefined;
  const hasModel = matcher !== undefined && (matcher.model ?? defaultModel) !== undefined;
  return hasModel ? resolveCall({ ...task, agent: matcherName }, around) : undefined;
}
