import { AppError } from '@/base/errors';
import { isJsonObject, type Json } from '@/base/json';
import type { PlannedParameter } from '@/plan/plan';
import { asText } from '@/workflow/expressions/template';

/** Whether a value is of a type that a parameter may have; of a type that is not known anything is taken. */
const isOfType: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: isJsonObject,
  array: Array.isArray,
  null: (value) => value === null,
};

/**
 * The parameters of a definition with their arguments, defaults in place. Results of models are text, so (decided) a
 * text stands for the JSON in it where a parameter is no string, and what is no text is written as JSON where it is
 * one. Error: `TASK_FAILURE`, reason `argument`, for one that is missing, too much, or of another type.
 */
export function bindArguments(
  name: string,
  parameters: readonly PlannedParameter[],
  given: Readonly<Record<string, Json>>,
): Readonly<Record<string, Json>> {
  const extra = Object.keys(given).find((argument) => !parameters.some((parameter) => parameter.name === argument));
  if (extra !== undefined) throw wrong(name, extra, `“${name}” has no parameter “${extra}”.`);
  const entries = parameters.map((parameter) => [parameter.name, argumentOf(name, parameter, given)] as const);
  return Object.fromEntries(entries);
}

function argumentOf(name: string, parameter: PlannedParameter, given: Readonly<Record<string, Json>>): Json {
  const { type, default: otherwise } = parameter;
  const value = Object.hasOwn(given, parameter.name) ? given[parameter.name] : otherwise;
  if (value === undefined) throw wrong(name, parameter.name, `“${name}” needs ${parameter.name} too.`);
  const fits = isOfType[type];
  // A default is the author's, and may be an empty text where a value would be of another type.
  if (fits === undefined || fits(value) || value === otherwise) return value;
  if (type === 'string') return asText(value);
  const read = typeof value === 'string' ? parsed(value) : undefined;
  if (read !== undefined && fits(read)) return read;
  throw wrong(name, parameter.name, `“${parameter.name}” of “${name}” must be of the type ${type}.`);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function wrong(ref: string, parameter: string, message: string): AppError {
  return new AppError('TASK_FAILURE', message, {
    advice: 'Change args of the call, or the parameters of the definition.',
    details: { reason: 'argument', ref, parameter },
  });
}
