/** Approximate bytes that a value takes in a store. */
export function estimateSize(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let sum = 0;
  for (const part of Object.values(value)) sum += estimateSize(part);
  return sum;
}
