import type { Json, JsonObject } from '@/base/json';
import { builtinDeclarations } from '@/workflow/builtin-declarations';
import type { EvaluationRequest } from '../../task-end';
import { createAnswer, type HandlerTool } from '../handler-tool';

/** Lets a director ask for an evaluation of its draft (language page, 5.2). */
export const requestEvaluationTool: HandlerTool = {
  parameters: builtinDeclarations.request_evaluation.parameters,
  perform: async () => createAnswer('It will be evaluated.'),
  apply: (args, effects) => effects.requestEvaluation(readRequest(args)),
};

/** Reads a request from the arguments that a model wrote. */
export function readRequest(args: JsonObject): EvaluationRequest {
  const { type, criteria, target } = args;
  return {
    type: typeof type === 'string' ? type : 'evaluation',
    criteria: Array.isArray(criteria) ? criteria.map(String) : readTextArgument(criteria),
    ...(typeof target === 'string' ? { target } : {}),
  };
}

function readTextArgument(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
