import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';

/** A value in readable form: text as it is, a list of names in a row, anything else as JSON. */
export function formatValue(value: Json): string {
  if (typeof value === 'string') return value === '' ? '""' : value;
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')) {
    return value.join(', ');
  }
  return encodeJson(value, 2);
}
