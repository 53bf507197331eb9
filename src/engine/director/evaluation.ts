import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { createScope, type Environment, findInScope, type ResultRecord } from '@/workflow/expressions/environment';
import type { EvaluationRequest } from '../task-end';

/** The names that an evaluator gets (language page, 5.2). Those of a script are null if none ran. */
export type EvaluationInput = {
  readonly target_content: string;
  readonly stdout: string | null;
  readonly stderr: string | null;
  readonly exit_code: number | null;
} & RequestInput;

/** What an evaluator gets of the director's request; left out in a static loop, where there is none. */
type RequestInput = { readonly criteria?: string; readonly target?: string };

/** The answer of an evaluator. */
export type EvaluatorVerdict = { readonly success: boolean; readonly feedback: string | null };

/** What a director gets when it continues: the verdict on its draft, and the draft. */
export type LatestEvaluation = EvaluatorVerdict & { readonly target_content: string };

/** A draft without results of a script. */
export function createDraftInput(content: string): EvaluationInput {
  return { target_content: content, stdout: null, stderr: null, exit_code: null };
}

/** What an evaluator is told of a request. The criteria are a text, as a template of the library takes them. */
export function requestInput({ criteria, target }: EvaluationRequest): RequestInput {
  return { criteria: formatCriteria(criteria), ...defined({ target }) };
}

/** The scope of an evaluator in a loop. What the director did not ask for is null, unless an outer one has the name. */
export function createEvaluationScope(names: JsonObject, outer: Environment): Environment {
  const absent = ['criteria', 'target'].filter((name) => findInScope(outer, name) === undefined);
  return createScope('given', { ...Object.fromEntries(absent.map((name) => [name, null])), ...names }, outer);
}

/** Criteria as a text. */
export function formatCriteria(criteria: EvaluationRequest['criteria']): string {
  return [criteria].flat().join(', ');
}

/** A draft, and the result of a task on it, usually a script. */
export function createDraftInputWithScript(
  content: string,
  { notes, content: printed }: ResultRecord,
): EvaluationInput {
  const { stdout, stderr, exit_code: exitCode } = notes;
  return {
    target_content: content,
    stdout: typeof stdout === 'string' ? stdout : printed,
    stderr: typeof stderr === 'string' ? stderr : '',
    exit_code: typeof exitCode === 'number' ? exitCode : 0,
  };
}

/** The names under which an evaluator gets what it judges: those with a value, each also under `inputSource`. */
export function listJudgedNames(
  input: EvaluationInput,
  inputSource: string | undefined,
): readonly (readonly string[])[] {
  const other = inputSource === undefined ? [] : [inputSource];
  return Object.entries(input).flatMap(([name, value]) => (value === null ? [] : [[name, ...other]]));
}

/** Reads a verdict. Error: `INVALID_OUTPUT` if it is not one. */
export function parseVerdict(output: Json): EvaluatorVerdict {
  const { success, feedback = null } = isJsonObject(output) ? output : {};
  if (typeof success === 'boolean') return { success, feedback: typeof feedback === 'string' ? feedback : null };
  throw new AppError('INVALID_OUTPUT', 'The evaluator gave no verdict.', {
    retryable: true,
    advice: 'Let it answer with {"success": true or false, "feedback": text or null}.',
    details: { violations: ['/success: must be true or false.'] },
  });
}
