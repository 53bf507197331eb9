import { isJsonObject, type Json } from '@/base/json';
import { type HandlerTool, parameters, text } from '../handler-tool';
import { literal, planSubtask, runSubtask, sameModel } from '../subtask';

/** Goes through steps that each turn a state into the next (language page, 5.4 and 5.7). */
export const runPipeline: HandlerTool = {
  description:
    'Go through a plan step by step: each step gets the state that the one before it left, and nothing else. Gives the final state.',
  parameters: parameters(
    {
      plan: {
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
        description: 'What is to be done, a text for each step.',
      },
      state: text('The state before the first step.'),
      voting: {
        type: 'object',
        description: 'Samples of each step until one answer is k votes ahead.',
        properties: { k: { type: 'integer', minimum: 1 }, max_retries: { type: 'integer', minimum: 1 } },
        required: ['k'],
      },
    },
    ['plan', 'state'],
  ),
  async perform(args, use) {
    const steps = Array.isArray(args['plan']) ? args['plan'].map((step) => literal(String(step))) : [];
    const task = {
      type: 'pipeline',
      plan: steps,
      state: literal(String(args['state'])),
      ...sameModel(use.task, use.attempt.run.plan),
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
