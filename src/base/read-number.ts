/**
 * Parses a number as people write it: thousands may be separated by spaces, commas or underscores. NaN if it is not a
 * number.
 */
export function readNumber(text: string): number {
  const digits = text.replace(/[\s,_]/g, '');
  return digits === '' ? Number.NaN : Number(digits);
}
