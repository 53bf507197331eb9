/** Any JSON value. A whole number beyond 2^53 − 1 is a bigint, which keeps its digits (`json-text.ts`). */
export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json };
/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };

/** Whether a JSON value is an object: not a list, not null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Most levels of nesting of a value from outside, as functions that walk over values are recursive. */
export const maxNesting = 200;

/** Whether a value is nested deeper than `levels`. Searches no deeper than that. */
export function isNestedDeeper(value: Json, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some((member) => isNestedDeeper(member, levels - 1));
}

/** Canonical JSON text: keys sorted, `undefined` members left out, no spaces. Equal values give equal text. */
export function encodeCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => encodeCanonicalJson(item ?? null)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members: string[] = [];
    const { sorted, written } = sortKeys(Object.keys(value));
    for (const [index, key] of sorted.entries()) {
      const member = (value as Readonly<Record<string, unknown>>)[key];
      if (member !== undefined) members.push(`${written[index]}:${encodeCanonicalJson(member)}`);
    }
    return `{${members.join(',')}}`;
  }
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null');
}

/** Keys in their canonical order, and as they are written. */
interface SortedKeys {
  readonly keys: readonly string[];
  readonly sorted: readonly string[];
  readonly written: readonly string[];
}

/** The last keys that were sorted, by their ends: a plan has thousands of tasks with the same fields. */
const sortedKeys = new Map<string, SortedKeys>();
const mostSortedKeys = 500;
/** Objects with more keys have names that an author gave, and are alone of their kind. */
const mostKeptKeys = 100;

function sortKeys(keys: readonly string[]): SortedKeys {
  const ends = `${keys.length} ${keys[0]} ${keys.at(-1)}`;
  const known = sortedKeys.get(ends);
  if (known !== undefined && keys.every((key, index) => key === known.keys[index])) return known;
  const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const made = { keys, sorted, written: sorted.map((key) => JSON.stringify(key)) };
  if (sortedKeys.size >= mostSortedKeys) sortedKeys.clear();
  if (keys.length <= mostKeptKeys) sortedKeys.set(ends, made);
  return made;
}

/** Whether two plain values are equal, including the order of keys, as in a file. */
export function isSameInOrder(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  // What is written alike may be another value, but not two whole numbers: a layout has thousands of them.
  if (Number.isInteger(a) && Number.isInteger(b)) return false;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return typeof a !== 'bigint' && typeof b !== 'bigint' && JSON.stringify(a) === JSON.stringify(b);
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => isSameInOrder(item, b[index]));
  }
  const keys = listDefinedKeys(a as JsonObject);
  const others = listDefinedKeys(b as JsonObject);
  return (
    keys.length === others.length &&
    keys.every((key, index) => key === others[index] && isSameInOrder((a as JsonObject)[key], (b as JsonObject)[key]))
  );
}

function listDefinedKeys(value: JsonObject): string[] {
  const keys = Object.keys(value);
  return keys.some((key) => value[key] === undefined) ? keys.filter((key) => value[key] !== undefined) : keys;
}

/**
 * Whether two plain values are equal (JSON, with `undefined` members counting as absent). The order of keys does not
 * matter.
 */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => isSameJson(item, b[index]));
  }
  const left = Object.entries(a).filter(([, value]) => value !== undefined);
  const right = Object.entries(b).filter(([, value]) => value !== undefined);
  if (left.length !== right.length) return false;
  return left.every(([key, value]) => Object.hasOwn(b, key) && isSameJson(value, (b as Record<string, unknown>)[key]));
}
