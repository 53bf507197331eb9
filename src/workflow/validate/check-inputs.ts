import type { Json } from '@/base/json';
import { type InputField, listInputFields } from '../inputs/input-field';
import { findInputProblem } from '../inputs/read-inputs';
import type { Checking } from './checking';
import { reportSchemaProblem } from './report-schema-problem';

/** Settings of an input that only some types use. */
const settingsByType = {
  options: ['choice'],
  min: ['number'],
  max: ['number'],
  integer: ['number'],
  max_length: ['text'],
  accept: ['file'],
  max_bytes: ['file'],
  multiple: ['file'],
  schema: ['json'],
} as const;

/** Checks the declared inputs of the workflow. */
export function checkInputs(checking: Checking): void {
  const { inputs, variables = {} } = checking.document;
  if (inputs === undefined) return;
  for (const field of listInputFields(checking.document)) {
    const { name } = field;
    const path = ['inputs', name];
    if (Object.hasOwn(variables, name)) {
      const message = `“${name}” is a variable of the workflow too. Give one of them another name.`;
      checking.report('HED329', path, message);
    }
    checkUnusedSettings(checking, field, path);
    checkBounds(checking, field, path);
    reportSchemaProblem(checking, field.schema, [...path, 'schema']);
    if (field.type === 'choice' && (field.options ?? []).length === 0) {
      checking.report('HED310', path, `“${name}” is a choice among nothing. Add options.`);
    } else if (field.default !== undefined) {
      const problem = findInputProblem({ ...field, required: false }, field.default as Json);
      if (problem !== undefined) checking.report('HED314', [...path, 'default'], problem);
    }
  }
}

function checkUnusedSettings(checking: Checking, { name, type }: InputField, path: readonly string[]): void {
  const input = checking.document.inputs?.[name];
  const written: Readonly<Record<keyof typeof settingsByType, unknown>> = {
    options: input?.options,
    min: input?.min,
    max: input?.max,
    integer: input?.integer,
    max_length: input?.maxLength,
    accept: input?.accept,
    max_bytes: input?.maxBytes,
    multiple: input?.multiple,
    schema: input?.schema,
  };
  for (const [key, types] of Object.entries(settingsByType)) {
    const isUsed = (types as readonly string[]).includes(type);
    if (isUsed || written[key as keyof typeof settingsByType] === undefined) continue;
    const message = `Only a ${types.join(' or ')} uses ${key}; “${name}” is a ${type}. Remove it.`;
    checking.report('HED507', [...path, key], message);
  }
}

function checkBounds(checking: Checking, { min, max }: InputField, path: readonly string[]): void {
  if (min === undefined || max === undefined || min <= max) return;
  checking.report('HED316', [...path, 'min'], `No number is from ${min} to ${max}. Swap them, or remove one.`);
}
