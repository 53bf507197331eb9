import type { Json, JsonObject } from '@/base/json';
import type { EvaluationRequest } from '../../task-end';
import { type HandlerTool, parameters, said, text } from '../handler-tool';

/** A director's way to have what it wrote evaluated (language page, 5.2). */
export const requestEvaluation: HandlerTool = {
  description:
    'Have what you wrote in this turn evaluated before you go on: write your whole draft as text, and call this. ' +
    'Once it is as it should be, answer without calling it.',
  parameters: parameters({
    type: text('What is to be evaluated, or bash_script to have a script run on the draft first.'),
    criteria: {
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
      description: 'What to judge by.',
    },
    target: text('With bash_script: the script, which gets the draft on its standard input.'),
  }),
  perform: async () => said('It will be evaluated.'),
  apply: (args, effects) => effects.requestEvaluation(readRequest(args)),
};

/** A request out of what a model wrote. */
export function readRequest(args: JsonObject): EvaluationRequest {
  const { type, criteria, target } = args;
  return {
    type: typeof type === 'string' ? type : 'evaluation',
    criteria: Array.isArray(criteria) ? criteria.map(String) : asText(criteria),
    ...(typeof target === 'string' ? { target } : {}),
  };
}

function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
