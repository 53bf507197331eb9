import { defined, omitEmpty } from '@/base/defined';
import type { Json, JsonObject } from '@/base/json';
import type { DocumentSettings } from '@/workflow/document';
import { parseModelName } from '@/workflow/model-name';
import type { Task } from '@/workflow/tasks';
import type { Agent } from '@/workflow/tasks/common';
import type { ModelRef, PlannedCall, SystemPart } from '../plan';
import type { Surroundings } from './surroundings';

/** The agent of a task, by name or inline; an empty one if it has none. */
export function resolveAgent(agent: Task['agent'], { agents }: DocumentSettings): Agent {
  if (typeof agent !== 'string') return agent ?? {};
  return agents?.[agent] ?? {};
}

/** The fields of a task that set how its model is called, besides its agent. */
export type CallField =
  | 'model'
  | 'fallbackModels'
  | 'fallbackOnRefusal'
  | 'cache'
  | 'reuse'
  | 'options'
  | 'reasoningEffort';

/**
 * How a task calls its model: its own model, options and effort over those of its agent, over the workflow's defaults.
 * Fallbacks come from the nearest list, whichever level names the model.
 */
export function resolveCall(
  task: Pick<Task, 'agent' | 'system' | CallField>,
  { settings, known, variables }: Pick<Surroundings, 'settings' | 'known' | 'variables'>,
): PlannedCall {
  const agent = resolveAgent(task.agent, settings);
  const reasoningEffort = task.reasoningEffort ?? agent.reasoningEffort;
  const model = resolveModel(task.model ?? agent.model ?? settings.defaultModel, settings.defaultModel, known);
  const listed = task.fallbackModels ?? agent.fallbackModels ?? settings.fallbackModels ?? [];
  const named = listed.map((name) => resolveModel(name, settings.defaultModel, known));
  const fallbacks = named.filter(
    (one, index) => ![model, ...named.slice(0, index)].some((other) => isSameModel(one, other)),
  );
  const onRefusal = task.fallbackOnRefusal ?? agent.fallbackOnRefusal ?? settings.fallbackOnRefusal ?? false;
  return {
    model,
    ...defined({
      fallbacks: omitEmpty(fallbacks),
      fallsBackOnRefusal: onRefusal || undefined,
      agent: typeof task.agent === 'string' ? task.agent : undefined,
    }),
    options: { ...agent.options, ...task.options } as JsonObject,
    ...defined({
      reasoningEffort,
      cache: (task.cache ?? agent.cache ?? settings.cache) === 'off' ? ('off' as const) : undefined,
      reuse: task.reuse ?? agent.reuse ?? settings.reuse,
    }),
    system: buildSystemParts(agent.system),
    instructions: buildSystemParts(task.system),
    visibleVariables: selectVisibleVariables(variables, agent.inheritVariables),
    contextTransfer: agent.contextTransfer ?? 'minimal',
  };
}

/** Resolves a model by its name in the document. The document must be checked, so that the provider is known. */
function resolveModel(name: string | undefined, defaultModel: string | undefined, known: readonly string[]): ModelRef {
  const { provider, model } = parseModelName(name ?? '', defaultModel, known);
  if (provider === undefined) throw new Error(`A model without a provider passed the checks: ${name}`);
  return { provider, model };
}

function isSameModel(one: ModelRef, other: ModelRef): boolean {
  return one.provider === other.provider && one.model === other.model;
}

/** A system text as a list of parts. */
function buildSystemParts(system: Agent['system']): readonly SystemPart[] {
  if (system === undefined) return [];
  const parts = Array.isArray(system) ? system : [system];
  return parts.map((part) => (typeof part === 'string' ? { value: part } : part));
}

function selectVisibleVariables(variables: JsonObject, inherit: Agent['inheritVariables']): JsonObject {
  if (inherit === false) return {};
  if (!Array.isArray(inherit)) return variables;
  const names = inherit.filter((name) => Object.hasOwn(variables, name));
  return Object.fromEntries(names.map((name) => [name, variables[name] as Json]));
}
