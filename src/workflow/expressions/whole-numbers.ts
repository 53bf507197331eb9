import { isJsonObject, type Json, type JsonObject } from '@/base/json';

/**
 * A value as expressions see it: whole numbers beyond 2^53 − 1, which CEL would compute with as others, are texts of
 * their `digits`.
 */
interface Readable<T> {
  readonly value: T;
  readonly digits: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();
/** Objects that were looked through. They are never changed, and the same results are read again and again. */
const seen = new WeakMap<object, Readable<Json>>();

/** The names of an expression with such numbers as texts. The same names if there are none. */
export function hideWholeNumbers<T extends Readonly<Record<string, Json>>>(names: T): Readable<JsonObject> {
  const read = Object.entries(names).map(([name, value]) => [name, makeReadable(value)] as const);
  const digits = joinSets(read.map(([, one]) => one.digits));
  return { value: digits.size === 0 ? names : fromEntries(read), digits };
}

/** The result of an expression with the texts of those digits as the numbers that they were. */
export function restoreWholeNumbers(value: Json, digits: ReadonlySet<string>): Json {
  if (digits.size === 0) return value;
  if (typeof value === 'string') return digits.has(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map((item: Json) => restoreWholeNumbers(item, digits));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, restoreWholeNumbers(member, digits)]));
}

function makeReadable(value: Json): Readable<Json> {
  if (typeof value === 'bigint') return { value: String(value), digits: new Set([String(value)]) };
  if (value === null || typeof value !== 'object') return { value, digits: none };
  const known = seen.get(value) ?? readMembers(value);
  seen.set(value, known);
  return known;
}

function readMembers(value: readonly Json[] | JsonObject): Readable<Json> {
  const isList = Array.isArray(value);
  const read = Object.entries(value).map(([key, member]) => [key, makeReadable(member)] as const);
  const digits = joinSets(read.map(([, one]) => one.digits));
  if (digits.size === 0) return { value, digits };
  return { value: isList ? read.map(([, one]) => one.value) : fromEntries(read), digits };
}

function joinSets(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const filled = sets.filter(({ size }) => size > 0);
  return filled.length === 0 ? none : new Set(filled.flatMap((set) => [...set]));
}

function fromEntries(read: readonly (readonly [string, Readable<Json>])[]): JsonObject {
  return Object.fromEntries(read.map(([key, { value }]) => [key, value]));
}
