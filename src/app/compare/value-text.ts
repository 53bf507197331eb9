import type { Json } from '@/base/json';

/** A value as a person reads it: text as it is, names in a row, anything else as JSON. */
export function valueText(value: Json): string {
  if (typeof value === 'string') return value === '' ? '""' : value;
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')) {
    return value.join(', ');
  }
  return JSON.stringify(value, null, 2);
}
