import { Duration, UnsignedInt } from '@marcbachmann/cel-js/evaluator';

/** A number of CEL: a whole one, one without a sign, or one of JSON. */
export type CelNumber = bigint | UnsignedInt | number;

/** Whether a value is a number. */
export function isNumber(value: unknown): value is CelNumber {
  return typeof value === 'bigint' || typeof value === 'number' || value instanceof UnsignedInt;
}

/** A number as JavaScript compares it: a bigint and a number compare by their exact values. */
export function convertToPlainNumber(value: CelNumber): bigint | number {
  return value instanceof UnsignedInt ? value.value : value;
}

/** Whether two values are equal as CEL has it: numbers by value, whatever their types; lists and objects by content. */
export function areEqual(a: unknown, b: unknown): boolean {
  if (isNumber(a) && isNumber(b)) return isSameNumber(convertToPlainNumber(a), convertToPlainNumber(b));
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (a instanceof Duration && b instanceof Duration) return a.seconds === b.seconds && a.nanos === b.nanos;
  if (Array.isArray(a) || a instanceof Uint8Array) {
    return isSameKindOfList(a, b) && a.length === b.length && a.every((item, index) => areEqual(item, b[index]));
  }
  if (!isMembers(a) || !isMembers(b)) return a === b;
  const members = listMemberPairs(a);
  return (
    members.length === listMemberPairs(b).length &&
    members.every(([key, value]) => areEqual(value, getCelMember(b, key)))
  );
}

function isSameNumber(a: bigint | number, b: bigint | number): boolean {
  return a === b || (typeof a !== typeof b && a <= b && a >= b);
}

function isSameKindOfList(a: unknown, b: unknown): b is readonly unknown[] {
  return Array.isArray(a) ? Array.isArray(b) : b instanceof Uint8Array;
}

/** The members of an object of JSON, or of one that an expression made. */
export type Members = ReadonlyMap<unknown, unknown> | Readonly<Record<string, unknown>>;

/** Whether a value is an object with members, as opposed to a time, a duration or a type. */
export function isMembers(value: unknown): value is Members {
  if (value instanceof Map) return true;
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The members of an object. */
export function listMemberPairs(members: Members): readonly (readonly [unknown, unknown])[] {
  return members instanceof Map ? [...members] : Object.entries(members);
}

/** A member of an object; undefined if there is none. */
export function getCelMember(members: Members, key: unknown): unknown {
  if (members instanceof Map) return members.get(key);
  const name = String(key);
  return Object.hasOwn(members, name) ? (members as Readonly<Record<string, unknown>>)[name] : undefined;
}

/**
 * Compares two values of one kind, to sort them: less than, equal to or greater than 0. Throws an Error if they have no
 * order.
 */
export function compareValues(a: unknown, b: unknown): number {
  if (isNumber(a) && isNumber(b)) return orderValues(convertToPlainNumber(a), convertToPlainNumber(b));
  if (typeof a === 'string' && typeof b === 'string') return orderValues(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return orderValues(a, b);
  if (a instanceof Date && b instanceof Date) return orderValues(a.getTime(), b.getTime());
  if (a instanceof Duration && b instanceof Duration) return orderValues(a.valueOf(), b.valueOf());
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b);
  throw new Error('Only values of one kind can be put in order: numbers, texts, true and false, times or durations.');
}

/** Compares bytes from the first one on; what is a beginning of the other is less. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at < 0 ? orderValues(a.length, b.length) : at >= b.length ? 1 : orderValues(a[at] ?? 0, b[at] ?? 0);
}

function orderValues<T extends bigint | number | string | boolean>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether a whole number has the 64 bits that CEL gives it. */
export function isWithinInt(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** A whole number, if it has the 64 bits that CEL gives it. Throws an Error otherwise. */
export function expectIntInRange(value: bigint): bigint {
  if (!isWithinInt(value)) throw new Error('The whole number is too large: it has at most 64 bits.');
  return value;
}

/** A position or a count as a number of JavaScript. Throws an Error if it is not within 0 and `most`. */
export function expectPosition(value: bigint, most: number, what: string): number {
  if (value < 0n || value > BigInt(most)) throw new Error(`${what} is ${value}, but must be from 0 to ${most}.`);
  return Number(value);
}
