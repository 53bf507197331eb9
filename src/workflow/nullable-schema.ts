import { isJsonObject, type Json, type JsonObject } from '@/base/json';

/** Keywords whose members are schemas under names of their own. */
const byName: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
/** Keywords that hold values, not schemas. */
const values: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'example', 'examples']);
/** Keywords by which a null is refused although `type` allows it. */
const besideType = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'const'];

/**
 * A schema in which `nullable: true` of OpenAPI 3.0 is written as JSON Schema has it, which takes no note of the
 * keyword. The same object if there is none.
 */
export function allowNullable(schema: JsonObject): JsonObject {
  let changed: Record<string, Json> | undefined;
  for (const [key, value] of Object.entries(schema)) {
    const next = values.has(key) ? value : byName.has(key) ? mapNamed(value) : mapSchemas(value);
    if (next === value) continue;
    changed ??= { ...schema };
    changed[key] = next;
  }
  const mapped = changed ?? schema;
  return mapped['nullable'] === true ? allowNull(mapped) : mapped;
}

function mapSchemas(value: Json): Json {
  if (Array.isArray(value)) {
    const items = value.map(mapSchemas);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  return isJsonObject(value) ? allowNullable(value) : value;
}

function mapNamed(value: Json): Json {
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, schema]): [string, Json] => [name, mapSchemas(schema)]);
  return entries.some(([name, schema]) => schema !== value[name]) ? Object.fromEntries(entries) : value;
}

function allowNull({ nullable: _nullable, ...schema }: JsonObject): JsonObject {
  const { type, enum: listed } = schema;
  if (type === undefined || besideType.some((key) => Object.hasOwn(schema, key))) {
    return Object.keys(schema).length === 0 ? {} : { anyOf: [schema, { type: 'null' }] };
  }
  const types = Array.isArray(type) ? type : [type];
  return {
    ...schema,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(Array.isArray(listed) && !listed.includes(null) ? { enum: [...listed, null] } : {}),
  };
}
