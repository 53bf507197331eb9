import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { listSchemaProperties } from '@/workflow/tasks/tool-parameters';

/** Most steps for checking a schema with all its references expanded. */
const maxSteps = 20_000;

/**
 * A schema from a server, reduced to what is safe to check here. Patterns are removed, because a regular expression can
 * run forever. If expanding the references takes too many steps, only the names of the properties are checked. The
 * server checks the rest itself.
 */
export function makeSchemaCheckable(schema: JsonObject): JsonObject {
  if (countSchemaSteps(schema) <= maxSteps) return removePatterns(schema);
  const names = listSchemaProperties(schema).map((name) => [name, {}] as const);
  return { type: 'object', properties: Object.fromEntries(names) };
}

function removePatterns(schema: JsonObject): JsonObject {
  return removePatternsWithin(schema, false) as JsonObject;
}

/** `isNames`: the keys are names of properties, not keywords. */
function removePatternsWithin(value: Json, isNames: boolean): Json {
  if (Array.isArray(value)) return value.map((member) => removePatternsWithin(member, false));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, member]): [string, Json][] => {
    if (isNames) return [[key, removePatternsWithin(member, false)]];
    if (key === 'pattern' || key === 'patternProperties') return [];
    // Properties that the patterns allowed stay allowed.
    const opens = key === 'additionalProperties' || key === 'unevaluatedProperties';
    if (opens && Object.hasOwn(value, 'patternProperties')) return [[key, true]];
    return [[key, removePatternsWithin(member, namesProperties.has(key))]];
  });
  return Object.fromEntries(entries);
}

const namesProperties: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);

/** Counts the parts of a schema with every local reference expanded. A circular reference counts once. */
function countSchemaSteps(schema: JsonObject): number {
  const known = new Map<Json, number>();
  const countSteps = (value: Json): number => {
    if (value === null || typeof value !== 'object') return 1;
    const before = known.get(value);
    if (before !== undefined) return before;
    known.set(value, 1);
    let steps = 1;
    for (const member of Object.values(value) as Json[]) steps += countSteps(member);
    if (isJsonObject(value)) {
      for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) steps += countTarget(value[keyword]);
    }
    known.set(value, steps);
    return steps;
  };
  const countTarget = (reference: Json | undefined): number => {
    const target = typeof reference === 'string' ? findReferenceTarget(schema, reference) : undefined;
    return target === undefined ? 0 : countSteps(target);
  };
  return countSteps(schema);
}

/** The target of a reference within the schema (RFC 6901). */
function findReferenceTarget(schema: JsonObject, reference: string): Json | undefined {
  if (!reference.startsWith('#')) return undefined;
  let target: Json | undefined = schema;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    target =
      typeof target === 'object' && target !== null && Object.hasOwn(target, key)
        ? (target as JsonObject)[key]
        : undefined;
  }
  return target;
}
