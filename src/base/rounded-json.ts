import { isJsonObject, type Json } from './json';

/**
 * A value with each whole number beyond 2^53 − 1 as the nearest double, for validators of JSON Schema, which know no
 * bigint. The same value if there is none.
 */
export function roundWholeNumbers<T extends Json>(value: T): T {
  if (typeof value === 'bigint') return Number(value) as T;
  if (Array.isArray(value)) {
    const items = value.map(roundWholeNumbers);
    return items.every((item, index) => Object.is(item, value[index])) ? value : (items as unknown as T);
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, roundWholeNumbers(member)] as const);
  return entries.every(([key, member]) => Object.is(member, value[key])) ? value : (Object.fromEntries(entries) as T);
}
