import { defined, omitEmpty } from '@/base/defined';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';

/** The types that the form of a JSON Schema offers. */
export const schemaTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const;
export type SchemaType = (typeof schemaTypes)[number];

/** A schema as the form shows it. What it cannot show stays in the schema, untouched. */
export interface ShownSchema {
  /** Undefined: none, several, or one that the form does not offer. */
  readonly type: SchemaType | undefined;
  readonly description: string;
  /** The texts that are allowed; undefined: any. */
  readonly choices: readonly string[] | undefined;
  readonly properties: readonly { readonly name: string; readonly schema: JsonObject; readonly required: boolean }[];
  readonly items: JsonObject | undefined;
  /** Whether an object may have other members than those listed. */
  readonly isOpen: boolean;
  /** Keywords that the form does not show. */
  readonly others: readonly string[];
}

const shown: ReadonlySet<string> = new Set(['type', 'description']);

/** Reads a schema for the form. */
export function readFormSchema(schema: JsonObject): ShownSchema {
  const type = schemaTypes.find((one) => one === schema['type']);
  const { enum: listed, required, properties, items, additionalProperties } = schema;
  const choices = type === 'string' && isTexts(listed) ? listed : undefined;
  const names = isTexts(required) ? required : [];
  const isShown: Readonly<Record<string, boolean>> = {
    type: schema['type'] === undefined || type !== undefined,
    description: typeof schema['description'] === 'string',
    enum: choices !== undefined,
    properties: type === 'object' && isSchemas(properties),
    required: type === 'object' && isTexts(required),
    additionalProperties: type === 'object' && typeof additionalProperties === 'boolean',
    items: type === 'array' && isJsonObject(items),
  };
  return {
    type,
    description: typeof schema['description'] === 'string' ? schema['description'] : '',
    choices,
    properties:
      isShown['properties'] === true
        ? Object.entries(properties as Readonly<Record<string, JsonObject>>).map(([name, inner]) => ({
            name,
            schema: inner,
            required: names.includes(name),
          }))
        : [],
    items: type === 'array' && isJsonObject(items) ? items : undefined,
    isOpen: additionalProperties !== false,
    others: Object.keys(schema).filter((key) => isShown[key] !== true && !(shown.has(key) && isShown[key])),
  };
}

/** The schema with another type. Keywords that only the earlier type has, and that the form shows, go with it. */
export function setSchemaType(schema: JsonObject, type: SchemaType): JsonObject {
  const { properties, required, items, enum: listed, additionalProperties, ...others } = schema;
  const kept: Record<string, Json> = { ...others, type };
  if (type === 'object') {
    kept['properties'] = properties ?? {};
    if (required !== undefined) kept['required'] = required;
    if (additionalProperties !== undefined) kept['additionalProperties'] = additionalProperties;
  }
  if (type === 'array') kept['items'] = items ?? { type: 'string' };
  if (type === 'string' && listed !== undefined) kept['enum'] = listed;
  return kept;
}

/** The schema with a keyword set; undefined removes it. Its position stays. */
export function setKeyword(schema: JsonObject, key: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...schema, [key]: value };
  const { [key]: _removed, ...others } = schema;
  return others;
}

/** The schema with a property set, in its place; a new one comes last. */
export function setProperty(schema: JsonObject, name: string, inner: JsonObject): JsonObject {
  return setKeyword(schema, 'properties', { ...getProperties(schema), [name]: inner });
}

/** The schema without a property. */
export function removeProperty(schema: JsonObject, name: string): JsonObject {
  const { [name]: _removed, ...others } = getProperties(schema);
  return setRequired(setKeyword(schema, 'properties', others), name, false);
}

/** The schema with a property under another name, in the same place. */
export function renameProperty(schema: JsonObject, name: string, next: string): JsonObject {
  const entries = Object.entries(getProperties(schema)).map(([key, inner]) => [key === name ? next : key, inner]);
  const renamed = setKeyword(schema, 'properties', Object.fromEntries(entries));
  const required = getRequired(schema).map((one) => (one === name ? next : one));
  return schema['required'] === undefined ? renamed : setKeyword(renamed, 'required', required);
}

/** The schema in which a property has to be there, or need not. */
export function setRequired(schema: JsonObject, name: string, isRequired: boolean): JsonObject {
  const others = getRequired(schema).filter((one) => one !== name);
  const next = isRequired ? [...others, name] : others;
  if (next.length === 0) return setKeyword(schema, 'required', undefined);
  return setKeyword(schema, 'required', next);
}

/** A schema that a value satisfies: its types, with every member required. Items of a list share one schema. */
export function inferSchema(value: Json): JsonObject {
  if (value === null) return {};
  if (Array.isArray(value)) {
    return value.length === 0
      ? { type: 'array' }
      : { type: 'array', items: value.map(inferSchema).reduce(mergeSchemas) };
  }
  if (isJsonObject(value)) {
    const properties = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inferSchema(inner)]));
    const required = Object.keys(value);
    return { type: 'object', properties, ...defined({ required: omitEmpty(required) }) };
  }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  return { type: typeof value };
}

/** A schema that is satisfied by what satisfies either of two that {@link inferSchema} made. */
function mergeSchemas(one: JsonObject, other: JsonObject): JsonObject {
  const types = new Set([one['type'], other['type']]);
  if (types.size === 2) {
    const isNumber = types.has('integer') && types.has('number');
    return isNumber ? { type: 'number' } : {};
  }
  if (one['type'] === 'array') {
    const items = [one['items'], other['items']].filter(isJsonObject);
    return items.length === 0 ? { type: 'array' } : { type: 'array', items: items.reduce(mergeSchemas) };
  }
  if (one['type'] !== 'object') return one;
  const [first, second] = [getProperties(one), getProperties(other)];
  const properties: Record<string, JsonObject> = { ...first };
  for (const [key, inner] of Object.entries(second)) {
    const known = Object.hasOwn(first, key) ? first[key] : undefined;
    properties[key] = known === undefined ? inner : mergeSchemas(known, inner);
  }
  const required = getRequired(one).filter((key) => getRequired(other).includes(key));
  return { type: 'object', properties, ...defined({ required: omitEmpty(required) }) };
}

function getProperties({ properties }: JsonObject): Readonly<Record<string, JsonObject>> {
  return isSchemas(properties) ? properties : {};
}

function getRequired({ required }: JsonObject): readonly string[] {
  return isTexts(required) ? required : [];
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isSchemas(value: Json | undefined): value is Readonly<Record<string, JsonObject>> {
  return isJsonObject(value) && Object.values(value).every(isJsonObject);
}
