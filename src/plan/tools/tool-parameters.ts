import { isJsonObject, type JsonObject } from '@/base/json';
import type { Tool } from '@/workflow/tasks/tools';

/** Keywords of JSON Schema by which a schema is made of others, in which properties may be too. */
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
 * What a tool of a document takes: nothing where it does not say, and nothing beyond what it says unless its own schema
 * allows that.
 */
export function parametersOf({ parameters }: Pick<Tool, 'parameters'>): JsonObject {
  return closed({ type: 'object', properties: {}, ...(parameters as JsonObject | undefined) });
}

/** A schema of arguments that takes no property that it does not declare, unless it says itself whether it does. */
export function closed(schema: JsonObject): JsonObject {
  if (Object.hasOwn(schema, 'additionalProperties') || Object.hasOwn(schema, 'unevaluatedProperties')) return schema;
  // `additionalProperties` does not look into the schemas beside it, `unevaluatedProperties` does (JSON Schema 2020-12,
  // core, 11.3).
  const isMade = applicators.some((keyword) => Object.hasOwn(schema, keyword));
  return { ...schema, [isMade ? 'unevaluatedProperties' : 'additionalProperties']: false };
}

/** The names of the properties that a schema declares itself. */
export function propertiesOf({ properties }: JsonObject): readonly string[] {
  return isJsonObject(properties) ? Object.keys(properties) : [];
}
