import { isJsonObject, type Json, type JsonObject } from '@/base/json';

/**
 * Keywords that OpenAI's strict mode accepts (developers.openai.com/api/docs/guides/structured-outputs, "Supported
 * schemas").
 */
const acceptedKeywords = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'anyOf',
  '$ref',
  '$defs',
  'definitions',
  'description',
  'title',
  'pattern',
  'format',
  'multipleOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
]);

/** Limits of strict mode for nesting and properties, from the same page. */
const limits = { depth: 10, properties: 5000 };

/**
 * Whether a JSON Schema can be sent as strict: an object at the root, every object closed with all its properties
 * required, and only keywords that strict mode accepts. Any other schema is sent as a hint, and the reply is checked
 * here.
 */
export function canBeStrict(schema: JsonObject): boolean {
  const count = { properties: 0 };
  return schema['type'] === 'object' && schema['anyOf'] === undefined && isStrictWithin(schema, 1, count);
}

function isStrictWithin(schema: Json | undefined, depth: number, count: { properties: number }): boolean {
  if (!isJsonObject(schema) || depth > limits.depth) return false;
  if (!Object.keys(schema).every((keyword) => acceptedKeywords.has(keyword))) return false;
  const { properties, required, additionalProperties, items, anyOf, $defs, definitions, type } = schema;
  const isObject = type === 'object' || (Array.isArray(type) && type.includes('object')) || properties !== undefined;
  if (isObject) {
    const names = isJsonObject(properties) ? Object.keys(properties) : [];
    count.properties += names.length;
    if (additionalProperties !== false || count.properties > limits.properties) return false;
    if (!Array.isArray(required) || !names.every((name) => required.includes(name))) return false;
  }
  if (type === undefined && anyOf === undefined && schema['$ref'] === undefined && schema['enum'] === undefined) {
    if (schema['const'] === undefined) return false;
  }
  const inner = [properties, $defs, definitions].flatMap((group) => (isJsonObject(group) ? Object.values(group) : []));
  const others = [...(items === undefined ? [] : [items]), ...(Array.isArray(anyOf) ? anyOf : [])];
  return [...inner, ...others].every((one) => isStrictWithin(one, depth + 1, count));
}
