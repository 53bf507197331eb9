import type { JsonObject } from '@/base/json';
import { createToolError } from '@/base/tool-error';
import type { CallField } from '@/plan/resolve/resolve-call';
import type { Tier } from '@/workflow/builtin-names';
import type { Task } from '@/workflow/tasks';
import { expectConversingTask, type ToolUse } from './handler-tool';
import { copyModelFields } from './subtask';

/** The fields that say which model does a task. */
type ModelFields = Pick<Task, CallField | 'agent'>;

const tiers: readonly Tier[] = ['worker', 'light', 'orchestrator'];

/**
 * Which model does a task that a model starts: the model or agent that the call names, else `otherwise`, else the model
 * that calls. A `model` that is the name of an agent means the agent, because to a model both are names of who is to do
 * it. Nobody starts an agent of a higher tier than its own.
 */
export function chooseTaskModel({ model, agent }: JsonObject, use: ToolUse, otherwise: ModelFields = {}): ModelFields {
  const { plan } = use.attempt.run;
  const asker = expectConversingTask(use);
  const agents = plan.settings.agents ?? {};
  const isAgent = (name: unknown): name is string => typeof name === 'string' && Object.hasOwn(agents, name);
  const named = agent ?? (isAgent(model) ? model : undefined);
  if (named !== undefined) {
    if (!isAgent(named))
      throw createToolError(`There is no agent “${String(named)}”.${listAvailableNames(Object.keys(agents))}`);
    const tier = agents[named]?.tier ?? 'worker';
    if (tiers.indexOf(tier) > tiers.indexOf(asker.tier)) {
      throw createToolError(`“${named}” is an agent of the tier ${tier}, which is above yours (${asker.tier}).`);
    }
    const isBoth = typeof model === 'string' && model !== named;
    return { agent: named, ...(isBoth ? { model } : {}) };
  }
  if (typeof model === 'string') return { model };
  const isChosen = otherwise.model !== undefined || otherwise.agent !== undefined;
  return isChosen ? otherwise : { ...copyModelFields(asker, plan), ...otherwise };
}

function listAvailableNames(names: readonly string[]): string {
  return names.length === 0 ? ' The workflow has none.' : ` There are: ${names.join(', ')}.`;
}
