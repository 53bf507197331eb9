import { defined, omitEmpty } from '@/base/defined';
import type { Json, JsonObject } from '@/base/json';
import type { InputField } from './input-field';

/** The JSON Schema of what a run is given, for programs and models that start it. */
export function buildInputsSchema(fields: readonly InputField[]): JsonObject {
  const properties = fields.map((field): [string, Json] => [field.name, buildFieldSchema(field)]);
  const required = fields.filter(isNeeded).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
    ...defined({ required: omitEmpty(required) }),
  };
}

/** Whether a run does not start unless a value is given: the field is required and has no default. */
export function isNeeded({ required, default: preset }: InputField): boolean {
  return required && (preset === undefined || preset === null || preset === '');
}

/** The JSON Schema of one field, its own title, description and default included. */
export function buildFieldSchema(field: InputField): JsonObject {
  const { label, default: preset, description } = field;
  return {
    ...defined({ title: label, description: describeField(field, description) }),
    ...buildValueSchema(field),
    ...defined({ default: preset }),
  };
}

function describeField({ type, accept, multiple }: InputField, description: string | undefined): string | undefined {
  if (type !== 'file') return description;
  const what = `${multiple ? 'The paths of files' : 'The path of a file'} of the run`;
  const which = accept.length === 0 ? '' : `: ${accept.join(', ')}`;
  return description === undefined ? `${what}${which}.` : `${description} ${what}${which}.`;
}

function buildValueSchema(field: InputField): JsonObject {
  const { type, options = [], min, max, integer, maxLength, multiple, schema, required, isDeclared } = field;
  switch (type) {
    case 'text':
      return { type: 'string', ...defined({ minLength: required ? 1 : undefined, maxLength }) };
    case 'number':
      return { type: integer ? 'integer' : 'number', ...defined({ minimum: min, maximum: max }) };
    case 'boolean':
      return { type: 'boolean' };
    case 'choice':
      return { type: 'string', enum: options };
    case 'file':
      return multiple
        ? { type: 'array', items: { type: 'string' }, ...defined({ minItems: required ? 1 : undefined }) }
        : { type: 'string' };
    case 'json':
      return isDeclared || schema === undefined ? (schema ?? {}) : { type: schema['type'] ?? 'object' };
  }
}
