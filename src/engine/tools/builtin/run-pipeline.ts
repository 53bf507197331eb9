import { isJsonObject, type Json } from '@/base/json';
import { builtinDeclarations } from '@/workflow/builtin-declarations';
import { conversingTask, type HandlerTool } from '../handler-tool';
import { literal, planSubtask, runSubtask, sameModel } from '../subtask';

/** Runs steps that each turn a state into the next (language page, 5.4 and 5.7). */
export const runPipeline: HandlerTool = {
  parameters: builtinDeclarations.run_pipeline.parameters,
  async perform(args, use) {
    const steps = Array.isArray(args['plan']) ? args['plan'].map((step) => literal(String(step))) : [];
    const task = {
      type: 'pipeline',
      plan: steps,
      state: literal(String(args['state'])),
      ...sameModel(conversingTask(use), use.attempt.run.plan),
      ...votingOf(args['voting']),
    } as const;
    return runSubtask(planSubtask('pipeline', task, [], use), use, { path: use.key });
  },
};

function votingOf(voting: Json | undefined): { readonly voting?: object } {
  if (!isJsonObject(voting)) return {};
  const { k, max_retries: maxRetries } = voting;
  return { voting: { k, ...(maxRetries === undefined ? {} : { maxRetries }) } };
}
