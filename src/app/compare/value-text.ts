import type { Json } from '@/base/json';

/** A value as a person reads it: text as it is, names in a row, anything else as JSON. */
export function valueText(value: Json): string {
  if (typeof value === 'string') return value === '' ? '""' : value;
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')) {
    return value.join(', ');
  }
  return JSON.stringify(value, null, 2);
}

/** Most characters of a value that are shown. */
const maxShown = 2000;

/** The start of a long text, with how much is left out. */
export function shortened(text: string): string {
  const more = text.length - maxShown;
  return more > 0 ? `${text.slice(0, maxShown)}… and ${more} more characters` : text;
}
