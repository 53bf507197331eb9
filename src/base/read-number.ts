/** A number as people write it: thousands may be parted by spaces, commas or underscores. NaN: it is none. */
export function readNumber(text: string): number {
  const digits = text.replace(/[\s,_]/g, '');
  return digits === '' ? Number.NaN : Number(digits);
}
