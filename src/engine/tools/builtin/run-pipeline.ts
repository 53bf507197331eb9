import { defined } from '@/base/defined';
import { isJsonObject, type JsonObject } from '@/base/json';
import { toolError } from '@/base/tool-error';
import type { CallField } from '@/plan/resolve/resolve-call';
import { builtinDeclarations } from '@/workflow/builtin-declarations';
import { builtinLibrary } from '@/workflow/builtin-library';
import type { DocumentSettings } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';
import { chosenModel } from '../chosen-model';
import type { HandlerTool } from '../handler-tool';
import { literal, planSubtask, runSubtask } from '../subtask';
import { actionForm, flattenOptions } from './action-form';

const { parameters } = builtinDeclarations.run_pipeline;
const optionNames = { voting_k: { type: 'integer', minimum: 1 }, state_template: { type: 'string' } };

/** Runs steps that each turn a state into the next (language page, 5.4 and 5.7). */
export const runPipeline: HandlerTool = {
  parameters: actionForm(parameters, 'pipeline', optionNames),
  async perform(written, use) {
    const args = flattenOptions(written);
    const { settings } = use.attempt.run.plan;
    const { template, ...worker } = workerOf(settings);
    const { pipeline_id: pipelineId, state_template: stateTemplate, max_retries: maxRetries } = args;
    const own = typeof stateTemplate === 'string' ? literal(stateTemplate) : undefined;
    const task = {
      type: 'pipeline',
      plan: Array.isArray(args['plan']) ? args['plan'].map((step) => literal(String(step))) : [],
      state: literal(String(args['state'])),
      ...worker,
      ...chosenModel(args, use, modelOf(worker)),
      stateTemplate: own ?? template,
      ...(pipelineId === undefined ? {} : { pipelineId: String(pipelineId) }),
      ...(typeof maxRetries === 'number' ? { maxRetries } : {}),
      ...votingOf(args),
    } as const;
    return runSubtask(planSubtask('pipeline', task, [], use), use, { path: use.key });
  },
};

/** Who does a step, and its prompt: `pipeline_worker` of the library, which a definition of the document replaces. */
function workerOf({ library = {} }: DocumentSettings) {
  const { pipeline_worker: own = builtinLibrary.pipeline_worker } = library;
  const { task } = own;
  if (task?.type !== 'atomic') throw toolError('The library’s “pipeline_worker” asks no model, so it can do no steps.');
  const { description = '', system, outputSchema, validate } = task;
  const given = { state: '{state}', action: '{step}', step: '{step}' } as const;
  const template = description.replace(
    /\{\{\s*(state|action|step)\s*\}\}/g,
    (_, name: keyof typeof given) => given[name],
  );
  return {
    template,
    ...modelOf(task),
    ...defined({ system, outputSchema, validate }),
  };
}

const modelFields = [
  'model',
  'agent',
  'fallbackModels',
  'fallbackOnRefusal',
  'cache',
  'options',
  'reasoningEffort',
] as const;

function modelOf(task: Partial<Pick<Task, CallField | 'agent'>>): Pick<Task, CallField | 'agent'> {
  return Object.fromEntries(modelFields.flatMap((name) => (task[name] === undefined ? [] : [[name, task[name]]])));
}

function votingOf({ voting, voting_k: votes }: JsonObject): { readonly voting?: object } {
  if (!isJsonObject(voting)) return votes === undefined ? {} : { voting: { k: votes } };
  const { k, max_retries: maxRetries } = voting;
  return { voting: { k, ...defined({ maxRetries }) } };
}
