/** A moment in ms since 1970 as ISO 8601, the form in which events store it. */
export function formatIsoTime(ms: number): string {
  if (ms !== last.ms) last = { ms, iso: new Date(ms).toISOString() };
  return last.iso;
}

/** Caches the last result, because many events have the same millisecond. */
let last = { ms: Number.NaN, iso: '' };

/** The inverse of {@link isoTime}. */
export function parseIsoTime(iso: string): number {
  return Date.parse(iso);
}
