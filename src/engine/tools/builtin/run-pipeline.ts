import { defined } from '@/base/defined';
import { isJsonObject, type JsonObject } from '@/base/json';
import { createToolError } from '@/base/tool-error';
import type { CallField } from '@/plan/resolve/resolve-call';
import { builtinDeclarations } from '@/workflow/builtin-declarations';
import { builtinLibrary } from '@/workflow/builtin-library';
import type { DocumentSettings } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';
import { chooseTaskModel } from '../chosen-model';
import type { HandlerTool } from '../handler-tool';
import { escapeTemplate, planSubtask, runSubtask } from '../subtask';
import { buildActionForm, flattenOptions } from './action-form';

const { parameters } = builtinDeclarations.run_pipeline;
const optionNames = { voting_k: { type: 'integer', minimum: 1 }, state_template: { type: 'string' } };

/** Runs steps that each turn a state into the next (language page, 5.4 and 5.7). */
export const runPipelineTool: HandlerTool = {
  parameters: buildActionForm(parameters, 'pipeline', optionNames),
  async perform(written, use) {
    const args = flattenOptions(written);
    const { settings } = use.attempt.run.plan;
    const { template, ...worker } = findPipelineWorker(settings);
    const { pipeline_id: pipelineId, state_template: stateTemplate, max_retries: maxRetries } = args;
    const own = typeof stateTemplate === 'string' ? escapeTemplate(stateTemplate) : undefined;
    const task = {
      type: 'pipeline',
      plan: Array.isArray(args['plan']) ? args['plan'].map((step) => escapeTemplate(String(step))) : [],
      state: escapeTemplate(String(args['state'])),
      ...worker,
      ...chooseTaskModel(args, use, selectModelFields(worker)),
      stateTemplate: own ?? template,
      ...(pipelineId === undefined ? {} : { pipelineId: String(pipelineId) }),
      ...(typeof maxRetries === 'number' ? { maxRetries } : {}),
      ...readVoting(args),
    } as const;
    return runSubtask(planSubtask('pipeline', task, [], use), use, { path: use.key });
  },
};

/** Who does a step, and its prompt: `pipeline_worker` of the library, which a definition of the document replaces. */
function findPipelineWorker({ library = {} }: DocumentSettings) {
  const { pipeline_worker: own = builtinLibrary.pipeline_worker } = library;
  const { task } = own;
  if (task?.type !== 'atomic')
    throw createToolError('The library’s “pipeline_worker” asks no model, so it can do no steps.');
  const { description = '', system, outputSchema, validate } = task;
  const given = { state: '{state}', action: '{step}', step: '{step}' } as const;
  const template = description.replace(
    /\{\{\s*(state|action|step)\s*\}\}/g,
    (_, name: keyof typeof given) => given[name],
  );
  return {
    template,
    ...selectModelFields(task),
    ...defined({ system, outputSchema, validate }),
  };
}

const modelFields = [
  'model',
  'agent',
  'fallbackModels',
  'fallbackOnRefusal',
  'cache',
  'reuse',
  'options',
  'reasoningEffort',
] as const;

function selectModelFields(task: Partial<Pick<Task, CallField | 'agent'>>): Pick<Task, CallField | 'agent'> {
  return Object.fromEntries(modelFields.flatMap((name) => (task[name] === undefined ? [] : [[name, task[name]]])));
}

function readVoting({ voting, voting_k: votes }: JsonObject): { readonly voting?: object } {
  if (!isJsonObject(voting)) return votes === undefined ? {} : { voting: { k: votes } };
  const { k, max_retries: maxRetries } = voting;
  return { voting: { k, ...defined({ maxRetries }) } };
}
