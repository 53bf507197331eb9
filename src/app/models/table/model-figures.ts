import type { ModelFacts } from '@/plan/model-facts';

/** Shown where a value is not known. */
export const unknown = '?';
/** Shown where there is no value. */
export const none = '–';

/** USD for a million tokens, without the sign: `0.50`, `30.00`, `0.0375`. */
export function formatPrice(usd: number): string {
  return usd === 0 || Number(usd.toFixed(2)) === usd ? usd.toFixed(2) : String(Number(usd.toPrecision(3)));
}

/** Tokens in short form: `400k`, `1.05M`, `800`. */
export function formatShortTokens(tokens: number | undefined): string {
  if (tokens === undefined) return unknown;
  if (tokens < 1000) return String(tokens);
  return tokens < 999_500 ? `${Math.round(tokens / 1000)}k` : `${Number((tokens / 1_000_000).toFixed(2))}M`;
}

/** `low – max`. A model supports every effort between two that it supports. */
export function formatEfforts(efforts: ModelFacts['efforts']): string {
  if (efforts === undefined) return 'not known';
  const [first, last] = [efforts[0], efforts.at(-1)];
  if (first === undefined || last === undefined) return none;
  return first === last ? first : `${first} – ${last}`;
}

/** An ISO date or time as a day: `11 Dec 2026`, without the year `11 Dec`. */
export function formatDay(iso: string, withYear = true): string {
  const year = withYear ? ({ year: 'numeric' } as const) : {};
  return new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...year });
}

/** An ISO time as a time of the day: `14:06`. */
export function formatTimeOfDay(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** Days from now to the end of a model; negative: it has ended. */
export function computeDaysTo(endsOn: string, now: number = Date.now()): number {
  return Math.ceil((Date.parse(endsOn) - now) / 86_400_000);
}

/** How many days before its end a model gets a warning. */
export const noticeDays = 60;
