/** A moment in ms since 1970 as ISO 8601, the form in which events keep it. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** The way back from {@link isoTime}. */
export function msOfTime(iso: string): number {
  return Date.parse(iso);
}
