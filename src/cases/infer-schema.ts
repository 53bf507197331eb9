import { isJsonObject, type Json, type JsonObject } from '@/base/json';

/** So many runs tell what is always there; fewer tell only what was there by chance. */
const leastRuns = 3;

/** Deeper values are told by their type alone. */
const deepest = 4;

/** A JSON Schema that all results of a task fit. Undefined: they are too few, or not all objects or lists. */
export function inferCommonSchema(values: readonly Json[]): JsonObject | undefined {
  if (values.length < leastRuns) return undefined;
  const isTold = values.every((value) => isJsonObject(value)) || values.every((value) => Array.isArray(value));
  return isTold ? inferPart(values, 1) : undefined;
}

function inferPart(values: readonly Json[], depth: number): JsonObject {
  const types = [...new Set(values.map(nameType))];
  // A whole number is a number as well.
  const told = types.includes('number') ? types.filter((type) => type !== 'integer') : types;
  const type: Json = told.length === 1 ? (told[0] ?? 'null') : told;
  const objects = values.filter(isJsonObject);
  if (objects.length < values.length || depth > deepest) return { type };
  const [first = {}] = objects;
  const required = Object.keys(first).filter((key) => objects.every((one) => Object.hasOwn(one, key)));
  const properties = required.map((key): [string, Json] => [
    key,
    inferPart(
      objects.map((one) => one[key] ?? null),
      depth + 1,
    ),
  ]);
  return required.length === 0 ? { type } : { type, required, properties: Object.fromEntries(properties) };
}

function nameType(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'object' ? 'object' : typeof value;
}
