/** A moment in ms since 1970 as ISO 8601, the form in which events keep it. */
export function isoTime(ms: number): string {
  if (ms !== last.ms) last = { ms, iso: new Date(ms).toISOString() };
  return last.iso;
}

/** Many events are of the same millisecond. */
let last = { ms: Number.NaN, iso: '' };

/** The way back from {@link isoTime}. */
export function msOfTime(iso: string): number {
  return Date.parse(iso);
}
