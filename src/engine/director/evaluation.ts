import { AppError } from '@/base/errors';
import { isJsonObject, type Json } from '@/base/json';
import type { ResultRecord } from '@/workflow/expressions/environment';

/** What an evaluator is given under these names (language page, 5.2); what is of a script is null if none ran. */
export type EvaluationInput = {
  readonly target_content: string;
  readonly stdout: string | null;
  readonly stderr: string | null;
  readonly exit_code: number | null;
};

/** What an evaluator says. */
export type EvaluatorVerdict = { readonly success: boolean; readonly feedback: string | null };

/** What a director is given when it goes on: the verdict on its draft, and the draft. */
export type LatestEvaluation = EvaluatorVerdict & { readonly target_content: string };

/** A draft of which no script has said anything. */
export function draftAlone(content: string): EvaluationInput {
  return { target_content: content, stdout: null, stderr: null, exit_code: null };
}

/** A draft and what a task, as a rule a script, said of it. */
export function draftWith(content: string, { notes, content: said }: ResultRecord): EvaluationInput {
  const { stdout, stderr, exit_code: exitCode } = notes;
  return {
    target_content: content,
    stdout: typeof stdout === 'string' ? stdout : said,
    stderr: typeof stderr === 'string' ? stderr : '',
    exit_code: typeof exitCode === 'number' ? exitCode : 0,
  };
}

/** The names under which an evaluator is told what it judges: those that have a value, each also by `inputSource`. */
export function givenNamesOf(input: EvaluationInput, inputSource: string | undefined): readonly (readonly string[])[] {
  const other = inputSource === undefined ? [] : [inputSource];
  return Object.entries(input).flatMap(([name, value]) => (value === null ? [] : [[name, ...other]]));
}

/** Reads a verdict. Error: `INVALID_OUTPUT` if it is none. */
export function verdictOf(output: Json): EvaluatorVerdict {
  const { success, feedback = null } = isJsonObject(output) ? output : {};
  if (typeof success === 'boolean') return { success, feedback: typeof feedback === 'string' ? feedback : null };
  throw new AppError('INVALID_OUTPUT', 'The evaluator gave no verdict.', {
    retryable: true,
    advice: 'Let it answer with {"success": true or false, "feedback": text or null}.',
    details: { violations: ['/success: must be true or false.'] },
  });
}
