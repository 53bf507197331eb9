import { isJsonObject, type JsonObject } from '@/base/json';
import type { Tool } from './tools';

/** JSON Schema keywords that combine schemas, so that properties may also be declared in those. */
const applicators = [
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'dependentSchemas',
  'dependencies',
] as const;

/**
 * The parameters of a document's tool: none if it declares none, and no others than declared unless its own schema
 * allows that.
 */
export function getToolSchema({ parameters }: Pick<Tool, 'parameters'>): JsonObject {
  return closeSchema({ type: 'object', properties: {}, ...(parameters as JsonObject | undefined) });
}

/** Closes a schema of arguments to undeclared properties, unless it sets that itself. */
export function closeSchema(schema: JsonObject): JsonObject {
  if (Object.hasOwn(schema, 'additionalProperties') || Object.hasOwn(schema, 'unevaluatedProperties')) return schema;
  // `additionalProperties` does not look into the schemas beside it, `unevaluatedProperties` does (JSON Schema 2020-12,
  // core, 11.3).
  const isCombined = applicators.some((keyword) => Object.hasOwn(schema, keyword));
  return { ...schema, [isCombined ? 'unevaluatedProperties' : 'additionalProperties']: false };
}

/** The names of the properties that a schema declares itself. */
export function listSchemaProperties({ properties }: JsonObject): readonly string[] {
  return isJsonObject(properties) ? Object.keys(properties) : [];
}
