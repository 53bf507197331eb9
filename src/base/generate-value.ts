import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { defined, omitEmpty } from './defined';
import type { Dice } from './dice';
import { encodeJson } from './json-text';

/** The nesting depth from which optional parts are left out, so that recursive schemas come to an end. */
const maxDepth = 8;
/** Limits for schemas that require endless recursion, which no value can satisfy. */
const endless = { depth: 100, values: 20_000 };
/** The most references followed in a row; a reference cycle has no meaning. */
const maxReferences = 32;

interface Scope {
  readonly root: JsonObject;
  readonly dice: Dice;
  /** Writes a text for a property with this name. */
  readonly text: (name: string) => string;
  /** Values generated so far, at any depth. */
  made: number;
}

/**
 * A value that satisfies a JSON Schema: types, enum, const, objects with required and additional properties, arrays,
 * lengths and bounds, `multipleOf`, basic formats, `anyOf`, `oneOf`, `allOf` and local `$ref`. Patterns, `not` and
 * conditions are ignored.
 */
export function generateValue(schema: JsonObject, dice: Dice, text: (name: string) => string): Json {
  return generateWithin(schema, { root: schema, dice, text, made: 0 }, 'value', 0);
}

function generateWithin(given: Json | undefined, scope: Scope, name: string, depth: number): Json {
  scope.made += 1;
  if (depth > endless.depth || scope.made > endless.values) return null;
  const schema = resolveSchema(given, scope.root);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return scope.dice.pick<Json>(schema.enum);

  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices) && choices.length > 0) {
    const { anyOf: _any, oneOf: _one, ...rest } = schema;
    // At depth, the last choice: by convention it is the one that ends a recursion, such as null.
    const choice = depth > maxDepth ? choices.at(-1) : scope.dice.pick<Json>(choices);
    return generateWithin(mergeSchemas(rest, resolveSchema(choice, scope.root)), scope, name, depth + 1);
  }

  switch (drawType(schema, scope.dice)) {
    case 'null':
      return null;
    case 'boolean':
      return scope.dice.next() < 0.5;
    case 'integer':
      return generateNumber(schema, scope.dice, 1);
    case 'number':
      return generateNumber(schema, scope.dice, 0.01);
    case 'array':
      return generateArray(schema, scope, name, depth);
    case 'object':
      return generateObject(schema, scope, depth);
    default:
      return generateString(schema, scope, name);
  }
}

/** Follows local references and merges `allOf`. The schema `true` (or none) allows anything. */
function resolveSchema(given: Json | undefined, root: JsonObject, followed = 0): JsonObject {
  if (!isJsonObject(given) || followed > maxReferences) return {};
  const { $ref, allOf, ...rest } = given;
  const parts = typeof $ref === 'string' ? [lookUp($ref, root), ...readList(allOf)] : readList(allOf);
  return parts.reduce<JsonObject>((all, part) => mergeSchemas(all, resolveSchema(part, root, followed + 1)), rest);
}

function lookUp(reference: string, root: JsonObject): Json | undefined {
  if (!reference.startsWith('#')) return undefined;
  let place: Json | undefined = root;
  for (const part of reference.slice(1).split('/').filter(Boolean)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(place)) place = place[Number(key)];
    else place = isJsonObject(place) && Object.hasOwn(place, key) ? place[key] : undefined;
  }
  return place;
}

/** Merges two schemas: their properties and required names are joined; for other keywords the second wins. */
function mergeSchemas(one: JsonObject, other: JsonObject): JsonObject {
  const properties = { ...readSchemaObject(one.properties), ...readSchemaObject(other.properties) };
  const required = [...new Set([...readList(one.required), ...readList(other.required)])];
  return {
    ...one,
    ...other,
    ...defined({
      properties: Object.keys(properties).length > 0 ? properties : undefined,
      required: omitEmpty(required),
    }),
  };
}

function drawType(schema: JsonObject, dice: Dice): Json {
  if (Array.isArray(schema.type) && schema.type.length > 0) return dice.pick<Json>(schema.type);
  if (typeof schema.type === 'string') return schema.type;
  if (schema.properties !== undefined || schema.required !== undefined) return 'object';
  if (schema.items !== undefined || schema.prefixItems !== undefined) return 'array';
  const numeric = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
  return numeric.some((key) => schema[key] !== undefined) ? 'number' : 'string';
}

function generateObject(schema: JsonObject, scope: Scope, depth: number): Json {
  const properties = readSchemaObject(schema.properties);
  const required = readList(schema.required).map(String);
  const names = new Set(required);
  for (const [name, property] of Object.entries(properties)) {
    if (depth < (mayRecur(property) ? 2 : maxDepth)) names.add(name);
  }
  const extra = schema.additionalProperties;
  for (let i = 1; names.size < readNumber(schema.minProperties, 0); i++) names.add(`extra_${i}`);
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      generateWithin(
        Object.hasOwn(properties, name) ? properties[name] : isJsonObject(extra) ? extra : true,
        scope,
        name,
        depth + 1,
      ),
    ]),
  );
}

/** Whether a property contains a reference, which may be recursive. */
function mayRecur(schema: Json): boolean {
  return encodeJson(schema).includes('"$ref"');
}

function generateArray(schema: JsonObject, scope: Scope, name: string, depth: number): Json {
  const first = Array.isArray(schema.prefixItems)
    ? schema.prefixItems
    : Array.isArray(schema.items)
      ? schema.items
      : [];
  const least = readNumber(schema.minItems, 0);
  const most = Math.max(least, readNumber(schema.maxItems, Math.max(least, 3)));
  const wanted =
    depth >= maxDepth ? least : Math.max(least, Math.min(most, Math.max(first.length, scope.dice.between(2, 3))));
  const items: Json[] = [];
  const seen = new Set<string>();
  // Values that must differ may repeat by chance: after some more tries, fewer items are accepted.
  for (let tries = 0; items.length < wanted && tries < wanted + 100; tries++) {
    const item = generateWithin(
      first[items.length] ?? (Array.isArray(schema.items) ? true : schema.items),
      scope,
      name,
      depth + 1,
    );
    const text = encodeJson(item);
    if (schema.uniqueItems === true && seen.has(text)) continue;
    seen.add(text);
    items.push(item);
  }
  return items;
}

function generateNumber(schema: JsonObject, dice: Dice, grain: number): number {
  const step = readNumber(schema.multipleOf, grain);
  const above = readNumber(schema.exclusiveMinimum, Number.NEGATIVE_INFINITY);
  const below = readNumber(schema.exclusiveMaximum, Number.POSITIVE_INFINITY);
  const whole = grain === 1 && !Number.isInteger(step) ? 1 : step;
  let low = Math.ceil(readNumber(schema.minimum, Number.NEGATIVE_INFINITY) / whole);
  let high = Math.floor(readNumber(schema.maximum, Number.POSITIVE_INFINITY) / whole);
  low = Math.max(low, Math.floor(above / whole) + 1);
  high = Math.min(high, Math.ceil(below / whole) - 1);
  if (low === Number.NEGATIVE_INFINITY) low = high === Number.POSITIVE_INFINITY ? 1 : high - 100;
  if (high === Number.POSITIVE_INFINITY) high = low + 99;
  // Bounds closer together than the step: their middle.
  if (low > high) return (readNumber(schema.minimum, above) + readNumber(schema.maximum, below)) / 2;
  return Number((dice.between(low, high) * whole).toPrecision(12));
}

function generateString(schema: JsonObject, scope: Scope, name: string): string {
  if (typeof schema.format === 'string') {
    const formatted = formats.get(schema.format)?.(scope.dice);
    if (formatted !== undefined) return formatted;
  }
  const least = readNumber(schema.minLength, 0);
  const most = readNumber(schema.maxLength, Number.POSITIVE_INFINITY);
  let text = scope.text(name);
  while (text.length < least) text += ` ${scope.text(name)}`;
  return text.length > most ? text.slice(0, most) : text;
}

const padToTwo = (value: number) => String(value).padStart(2, '0');
const generateDate = (dice: Dice) => `2026-${padToTwo(dice.between(1, 12))}-${padToTwo(dice.between(1, 28))}`;
const generateTime = (dice: Dice) => `${padToTwo(dice.between(0, 23))}:${padToTwo(dice.between(0, 59))}:00Z`;
const generateHex = (dice: Dice, length: number) =>
  Array.from({ length }, () => dice.between(0, 15).toString(16)).join('');

const formats = new Map<string, (dice: Dice) => string>(
  Object.entries({
    date: generateDate,
    time: generateTime,
    'date-time': (dice: Dice) => `${generateDate(dice)}T${generateTime(dice)}`,
    duration: (dice: Dice) => `PT${dice.between(1, 59)}M`,
    email: (dice: Dice) => `person${dice.between(1, 99)}@example.org`,
    hostname: () => 'example.org',
    uri: (dice: Dice) => `https://example.org/${dice.between(1, 999)}`,
    'uri-reference': (dice: Dice) => `/pages/${dice.between(1, 999)}`,
    ipv4: (dice: Dice) => `192.0.2.${dice.between(1, 254)}`,
    ipv6: (dice: Dice) => `2001:db8::${dice.between(1, 9)}`,
    uuid: (dice: Dice) =>
      `${generateHex(dice, 8)}-${generateHex(dice, 4)}-4${generateHex(dice, 3)}-a${generateHex(dice, 3)}-${generateHex(dice, 12)}`,
  }),
);

function readSchemaObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function readList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function readNumber(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
