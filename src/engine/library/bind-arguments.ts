import { AppError } from '@/base/errors';
import { isJsonObject, type Json } from '@/base/json';
import { tryDecodeJson } from '@/base/json-text';
import type { PlannedParameter } from '@/plan/plan';
import { formatPromptValue } from '@/workflow/expressions/template';

/** Tests whether a value has one of the types of parameters. Any value fits an unknown type. */
const isOfType: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' || typeof value === 'bigint',
  integer: (value) => Number.isInteger(value) || typeof value === 'bigint',
  boolean: (value) => typeof value === 'boolean',
  object: isJsonObject,
  array: Array.isArray,
  null: (value) => value === null,
};

/**
 * The parameters of a definition with their arguments or defaults. Results of models are text, so (a decision) a text
 * is parsed as JSON if the parameter is not a string, and any other value is written as JSON if it is one. Error:
 * `TASK_FAILURE`, reason `argument`, for an argument that is missing, unknown, or of another type.
 */
export function bindArguments(
  name: string,
  parameters: readonly PlannedParameter[],
  given: Readonly<Record<string, Json>>,
): Readonly<Record<string, Json>> {
  const extra = Object.keys(given).find((argument) => !parameters.some((parameter) => parameter.name === argument));
  if (extra !== undefined) throw createArgumentError(name, extra, `“${name}” has no parameter “${extra}”.`);
  const entries = parameters.map((parameter) => [parameter.name, bindArgument(name, parameter, given)] as const);
  return Object.fromEntries(entries);
}

function bindArgument(name: string, parameter: PlannedParameter, given: Readonly<Record<string, Json>>): Json {
  const { type, default: otherwise } = parameter;
  const value = Object.hasOwn(given, parameter.name) ? given[parameter.name] : otherwise;
  if (value === undefined) throw createArgumentError(name, parameter.name, `“${name}” needs ${parameter.name} too.`);
  const fits = isOfType[type];
  // The author sets a default, which may be an empty text even for a parameter of another type.
  if (fits === undefined || fits(value) || value === otherwise) return value;
  if (type === 'string') return formatPromptValue(value);
  const read = typeof value === 'string' ? tryDecodeJson(value) : undefined;
  if (read !== undefined && fits(read)) return read;
  throw createArgumentError(name, parameter.name, `“${parameter.name}” of “${name}” must be of the type ${type}.`);
}

function createArgumentError(ref: string, parameter: string, message: string): AppError {
  return new AppError('TASK_FAILURE', message, {
    advice: 'Change args of the call, or the parameters of the definition.',
    details: { reason: 'argument', ref, parameter },
  });
}
