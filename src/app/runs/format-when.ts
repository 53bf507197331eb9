/**
 * When a run began, relative to `now` (ms): `Today 14:02`, `Yesterday 18:31`, `Mon 16:22`, `3 Nov 16:22`, `3 Nov 2025`.
 */
export function formatWhen(iso: string, now: number = Date.now()): string {
  const then = new Date(iso);
  const today = new Date(now);
  const clock = then.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const days = Math.round((computeMidnight(today) - computeMidnight(then)) / 86_400_000);
  if (days <= 0) return `Today ${clock}`;
  if (days === 1) return `Yesterday ${clock}`;
  if (days < 7) return `${then.toLocaleDateString('en-GB', { weekday: 'short' })} ${clock}`;
  if (then.getFullYear() !== today.getFullYear()) {
    return then.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  }
  return `${then.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${clock}`;
}

function computeMidnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
