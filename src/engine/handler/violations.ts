import { Validator } from '@cfworker/json-schema';
import { AppError } from '@/base/errors';
import type { Json, JsonObject } from '@/base/json';
import type { PlannedTask } from '@/plan/plan';
import { evaluateExpression } from '@/workflow/expressions/cel';
import { parseOutput } from './parse-output';

/** Which rules of `output_schema` and `validate` a content violates, in words that a model can act on. Empty: none. */
export function violationsOf(task: PlannedTask, content: string, names: Readonly<Record<string, Json>>): string[] {
  const output = parseOutput(content, task.outputSchema);
  return [
    ...schemaViolations(task.outputSchema, output),
    ...ruleViolations(task, { ...names, content, output, status: 'COMPLETE' }),
  ];
}

/** The error of an output that still violates the rules. */
export function invalidOutput(violations: readonly string[]): AppError {
  return new AppError('INVALID_OUTPUT', `The output is not what was asked for. ${violations[0] ?? ''}`, {
    retryable: true,
    advice: 'Say more clearly what the output must be, or loosen output_schema or validate.',
    details: { violations: [...violations] },
  });
}

/** Which rules of a JSON Schema an output violates; none without a schema. */
export function schemaViolations(schema: JsonObject | undefined, output: Json): string[] {
  if (schema === undefined) return [];
  const { valid, errors } = new Validator(schema as object, '2020-12', false).validate(output);
  if (valid) return [];
  const places = errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
  return typeof output === 'string' ? ['The reply is not JSON.', ...places] : places;
}

function ruleViolations({ validate }: PlannedTask, names: Readonly<Record<string, Json>>): string[] {
  if (validate === undefined) return [];
  const met = evaluateExpression(validate, names);
  if (!met.ok) return [`The rule \`${validate}\` could not be checked: ${met.error.message}`];
  return met.value === true ? [] : [`The rule \`${validate}\` is not met.`];
}
