import type { Json, JsonObject } from '@/base/json';
import { taskLabel, type WorkflowDocument } from '@/workflow/document';
import { parseModelName } from '@/workflow/model-name';
import type { RunnableTask, RunnableType } from '@/workflow/tasks';
import type { Agent } from '@/workflow/tasks/common';
import { defaultLimits, defaultRetry } from './limits';
import type { ModelRef, PlannedCommon, PlannedLimits, PlannedTask, RetryPolicy, SystemPart } from './plan';

type TaskOf<K extends RunnableType> = Extract<RunnableTask, { type: K }>;
type PlannedOf<K extends RunnableType> = Extract<PlannedTask, { type: K }>;

/** Where a task stands in the plan. */
export interface Place {
  readonly id: string;
  readonly index: number;
  readonly needs: readonly number[];
  readonly wave: number;
}

/** What resolving looks names up in. `known` are provider ids from settings. */
export interface Surroundings {
  readonly document: WorkflowDocument;
  readonly known: readonly string[];
}

type Resolve<K extends RunnableType> = (
  task: TaskOf<K>,
  common: PlannedCommon,
  surroundings: Surroundings,
) => PlannedOf<K>;

const resolvers: { readonly [K in RunnableType]: Resolve<K> } = {
  atomic: (task, common, { document, known }) => {
    const agent = agentOf(task.agent, document);
    const name = task.model ?? agent.model ?? document.defaultModel;
    return {
      type: 'atomic',
      ...common,
      model: resolveModel(name, document.defaultModel, known),
      ...(typeof task.agent === 'string' ? { agent: task.agent } : {}),
      options: { ...agent.options, ...task.options } as JsonObject,
      system: systemParts(agent.system),
      instructions: systemParts(task.system),
      visibleVariables: visible((document.variables ?? {}) as JsonObject, agent.inheritVariables),
      prompt: task.description ?? '',
      ...(task.expectedOutput === undefined ? {} : { expectedOutput: task.expectedOutput }),
      injectContext: task.injectContext !== false && (task.context?.mode ?? document.context?.mode) !== 'none',
    };
  },
  script: (task, common) => {
    const { extensions: _extensions, ...body } = task.script ?? {};
    return { type: 'script', ...common, ...(task.script === undefined ? {} : { script: body }) };
  },
};

/** A task with its references resolved, its limits merged, its defaults applied. The document must be free of errors. */
export function resolveTask(task: RunnableTask, place: Place, surroundings: Surroundings): PlannedTask {
  const { document } = surroundings;
  const common: PlannedCommon = {
    ...place,
    label: taskLabel(place.id, task),
    disabled: task.disabled ?? false,
    priority: task.priority ?? 'normal',
    ...(task.condition === undefined ? {} : { condition: task.condition }),
    inputs: task.inputs ?? {},
    variables: (task.variables ?? {}) as JsonObject,
    returns: task.returns ?? {},
    ...(task.output === undefined ? {} : { output: task.output }),
    ...(task.outputSchema === undefined ? {} : { outputSchema: task.outputSchema as JsonObject }),
    ...(task.validate === undefined ? {} : { validate: task.validate }),
    limits: mergeLimits(task, document),
    retry: mergeRetry(task, document),
  };
  const resolve = resolvers[task.type] as Resolve<RunnableType>;
  return resolve(task, common, surroundings);
}

function agentOf(agent: RunnableTask['agent'], document: WorkflowDocument): Agent {
  if (typeof agent !== 'string') return agent ?? {};
  return document.agents?.[agent] ?? {};
}

function resolveModel(name: string | undefined, defaultModel: string | undefined, known: readonly string[]): ModelRef {
  const { provider, model } = parseModelName(name ?? '', defaultModel, known);
  if (provider === undefined) throw new Error(`A model without a provider passed the checks: ${name}`);
  return { provider, model };
}

function systemParts(system: Agent['system']): readonly SystemPart[] {
  if (system === undefined) return [];
  const parts = Array.isArray(system) ? system : [system];
  return parts.map((part) => (typeof part === 'string' ? { value: part } : part));
}

function visible(variables: JsonObject, inherit: Agent['inheritVariables']): JsonObject {
  if (inherit === false) return {};
  if (!Array.isArray(inherit)) return variables;
  const names = inherit.filter((name) => Object.hasOwn(variables, name));
  return Object.fromEntries(names.map((name) => [name, variables[name] as Json]));
}

function mergeLimits(task: RunnableTask, { limits }: WorkflowDocument): PlannedLimits {
  return {
    timeoutMs: task.limits?.timeoutMs ?? limits?.timeoutMs ?? defaultLimits.timeoutMs,
    maxOutputTokens: task.limits?.maxOutputTokens ?? limits?.maxOutputTokens ?? defaultLimits.maxOutputTokens,
  };
}

/** The workflow's error handling is the default of leaf tasks, field by field. */
function mergeRetry(task: RunnableTask, document: WorkflowDocument): RetryPolicy {
  const own = task.errorHandling;
  const outer = document.errorHandling;
  return {
    onError: own?.onError ?? outer?.onError ?? defaultRetry.onError,
    maxRetries: own?.maxRetries ?? outer?.maxRetries ?? defaultRetry.maxRetries,
    backoff: own?.backoff ?? outer?.backoff ?? defaultRetry.backoff,
    onMaxRetries: own?.onMaxRetries ?? outer?.onMaxRetries ?? defaultRetry.onMaxRetries,
  };
}
