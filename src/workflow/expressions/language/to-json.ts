import { Duration, UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import type { Json } from '@/base/json';
import { typeName } from '../extensions/text-of';
import { expectDurationInRange, expectTimeInRange } from '../extensions/times';
import { expectIntInRange, isMembers, listMemberPairs } from '../extensions/values';

/**
 * The value of an expression as JSON: integers become numbers, times ISO text, durations milliseconds, bytes and types
 * text. Throws an Error with a message for a person if that is not possible.
 */
export function toJson(value: unknown): Json {
  switch (typeof value) {
    case 'bigint':
      return Number(expectIntInRange(value));
    case 'number':
      if (!Number.isFinite(value)) throw new Error('The result is not a finite number, as after a division by zero.');
      return value;
    case 'string':
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : convertObjectToJson(value);
    default:
      throw new Error('The result is not a value that can be stored.');
  }
}

function convertObjectToJson(value: object): Json {
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof UnsignedInt) return Number(value.value);
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (value instanceof Date) return expectTimeInRange(value).toISOString();
  if (value instanceof Duration) return expectDurationInRange(value).valueOf();
  if (isMembers(value)) {
    return Object.fromEntries(listMemberPairs(value).map(([key, member]) => [String(key), toJson(member)]));
  }
  return typeName(value);
}
