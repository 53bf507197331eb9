import { isJsonObject } from '@/base/json';
import type { DocumentPath } from '../diagnostic';

/** What is wrong with a JSON Schema, and where in it. */
export interface JsonSchemaProblem {
  readonly path: DocumentPath;
  readonly message: string;
}

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const schemaKeys = ['additionalProperties', 'items', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
const schemaListKeys = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const schemaMapKeys = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const countKeys = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];
const numberKeys = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];

/**
 * The first structural problem of a JSON Schema, or undefined: keywords with values of the wrong kind, which a
 * validator would refuse or silently ignore. Unknown keywords are ignored, as JSON Schema does.
 */
export function findJsonSchemaProblem(schema: unknown, path: DocumentPath = []): JsonSchemaProblem | undefined {
  if (typeof schema === 'boolean') return undefined;
  if (!isJsonObject(schema)) return { path, message: 'A schema is an object, or true or false.' };
  for (const [key, value] of Object.entries(schema)) {
    const problem = findKeywordProblem(key, value, [...path, key]);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findKeywordProblem(key: string, value: unknown, path: DocumentPath): JsonSchemaProblem | undefined {
  const wrong = (is: boolean, message: string) => (is ? undefined : { path, message: `${key}: ${message}` });
  if (key === 'type') {
    const named = Array.isArray(value) ? value : [value];
    return wrong(
      named.length > 0 && named.every((name) => types.includes(name)),
      `must be one of ${types.join(', ')}, or a list of them.`,
    );
  }
  if (key === 'items' && Array.isArray(value)) return findFirstProblem(value.entries(), path);
  if (schemaKeys.includes(key)) return findJsonSchemaProblem(value, path);
  if (schemaListKeys.includes(key)) {
    return Array.isArray(value) && value.length > 0
      ? findFirstProblem(value.entries(), path)
      : wrong(false, 'must be a list of schemas.');
  }
  if (schemaMapKeys.includes(key)) {
    return isJsonObject(value)
      ? findFirstProblem(Object.entries(value), path)
      : wrong(false, 'must map names to schemas.');
  }
  if (key === 'required')
    return wrong(Array.isArray(value) && value.every((name) => typeof name === 'string'), 'must be a list of names.');
  if (key === 'enum') return wrong(Array.isArray(value) && value.length > 0, 'must be a list of values.');
  if (key === '$ref') return wrong(typeof value === 'string', 'must be a text.');
  if (key === 'pattern') return wrong(typeof value === 'string' && isPattern(value), 'must be a regular expression.');
  if (key === 'uniqueItems') return wrong(typeof value === 'boolean', 'must be true or false.');
  if (countKeys.includes(key))
    return wrong(
      (Number.isInteger(value) || typeof value === 'bigint') && Number(value) >= 0,
      'must be a whole number of at least 0.',
    );
  if (numberKeys.includes(key)) return wrong(['number', 'bigint'].includes(typeof value), 'must be a number.');
  return undefined;
}

function findFirstProblem(schemas: Iterable<readonly [string | number, unknown]>, path: DocumentPath) {
  for (const [key, schema] of schemas) {
    const problem = findJsonSchemaProblem(schema, [...path, key]);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}
