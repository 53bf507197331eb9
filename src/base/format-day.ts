/** An ISO date or time as a day: `23 September 2026`, without the year `23 September`. */
export function formatDay(iso: string, withYear = true): string {
  const year = withYear ? ({ year: 'numeric' } as const) : {};
  return new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', ...year });
}
