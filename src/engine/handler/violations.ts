import { Validator } from '@cfworker/json-schema';
import { AppError } from '@/base/errors';
import type { Json, JsonObject } from '@/base/json';
import { roundWholeNumbers } from '@/base/rounded-json';
import { evaluateExpression } from '@/workflow/expressions/cel';
import { readOutput } from './parse-output';

/** A content that was checked. */
export interface CheckedReply {
  /** The content to go on with: the JSON that was accepted, if the reply had more around it. */
  readonly content: string;
  readonly output: Json;
  /** What was mended to read it. */
  readonly repaired: readonly string[];
  /** Which rules it violates, in words that a model can act on. Empty: none. */
  readonly violations: readonly string[];
}

/** Checks a content by `output_schema` and `validate`. */
export function checkContent(
  task: { readonly outputSchema?: JsonObject | undefined; readonly validate?: string | undefined },
  written: string,
  names: Readonly<Record<string, Json>>,
): CheckedReply {
  const { output, json: content = written, repaired, fault } = readOutput(written, task.outputSchema);
  const bySchema = listSchemaViolations(task.outputSchema, output);
  // What is no JSON breaks the schema in every way, which would say nothing.
  const isUnread = bySchema.length > 0 && fault !== undefined;
  const violations = [
    ...(isUnread ? [`The reply is not JSON: ${fault}.`] : bySchema),
    ...listRuleViolations(task, { ...names, content, output, status: 'COMPLETE' }),
  ];
  return { content, output, repaired, violations };
}

/** The error of an output that still violates the rules. */
export function createInvalidOutputError(violations: readonly string[]): AppError {
  return new AppError('INVALID_OUTPUT', `The output is not what was asked for. ${violations[0] ?? ''}`, {
    retryable: true,
    advice: 'Say more clearly what the output must be, or loosen output_schema or validate.',
    details: { violations: [...violations] },
  });
}

/** Which rules of a JSON Schema an output violates; none without a schema. */
export function listSchemaViolations(schema: JsonObject | undefined, output: Json): string[] {
  if (schema === undefined) return [];
  const { valid, errors } = new Validator(roundWholeNumbers(schema), '2020-12', false).validate(
    roundWholeNumbers(output),
  );
  if (valid) return [];
  return errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}

function listRuleViolations(
  { validate }: { readonly validate?: string | undefined },
  names: Readonly<Record<string, Json>>,
): string[] {
  if (validate === undefined) return [];
  const met = evaluateExpression(validate, names);
  if (!met.ok) return [`The rule \`${validate}\` could not be checked: ${met.error.message}`];
  return met.value === true ? [] : [`The rule \`${validate}\` is not met.`];
}
