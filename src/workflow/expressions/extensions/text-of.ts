import { Duration, UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import { isMembers } from './values';

/** A value as a text, as CEL's `string` has it. Throws an Error for lists and objects. */
export function formatCelText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'number':
      return Number.isFinite(value) || Number.isNaN(value) ? String(value) : value > 0 ? '+Inf' : '-Inf';
    default:
  }
  if (value === null) return 'null';
  if (value instanceof UnsignedInt) return String(value.value);
  if (value instanceof Date) return formatCelTime(value);
  if (value instanceof Duration) return formatCelDuration(value);
  if (value instanceof Uint8Array) return decodeBytesText(value);
  if (Array.isArray(value) || isMembers(value)) throw new Error('A list or an object cannot be made a text.');
  return typeName(value as object);
}

/** A time as ISO text in UTC, without a fraction of 0. */
function formatCelTime(time: Date): string {
  return time.toISOString().replace('.000Z', 'Z');
}

/** A duration in seconds: `90s`, `0.5s`. */
export function formatCelDuration({ seconds, nanos }: Duration): string {
  const total = seconds * 1_000_000_000n + BigInt(nanos);
  const size = total < 0n ? -total : total;
  const fraction = String(size % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/0+$/, '');
  return `${total < 0n ? '-' : ''}${size / 1_000_000_000n}${fraction === '' ? '' : `.${fraction}`}s`;
}

/** Bytes as the text that they encode. Throws an Error if they are not UTF-8. */
export function decodeBytesText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error('The bytes are not text in UTF-8.');
  }
}

/** The name that CEL has for a type: `int`, `list`, `null_type`. */
export function typeName(type: object): string {
  const name = 'name' in type && typeof type.name === 'string' ? type.name : String(type);
  return name === 'null' ? 'null_type' : name;
}

/** The name of the type of a value, for messages. */
export function getTypeName(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'bigint' || value instanceof UnsignedInt) return 'int';
  if (typeof value === 'number') return 'double';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof Date) return 'google.protobuf.Timestamp';
  if (value instanceof Duration) return 'google.protobuf.Duration';
  return isMembers(value) ? 'map' : 'type';
}
