import type { Task } from '@/workflow/tasks';
import type { PlannedCall } from '../plan';
import { type CallField, resolveCall } from './resolve-call';
import type { Surroundings } from './surroundings';

/** The agent of a workflow that matches, if there is one of this name. */
const matcherName = 'matcher';

/**
 * The model that matches for a task: its own, or that of its agent, or of the workflow's agent `matcher`; undefined if
 * there is none, and matching is by local ranking. A workflow's default model alone makes no matcher (decided: calls
 * are not made unasked).
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
