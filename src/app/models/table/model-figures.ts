import type { ModelFacts } from '@/plan/model-facts';

/** Shown where a value is not known. */
export const unknown = '?';
/** Shown where there is no value. */
export const none = '–';

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

/** An ISO time as a time of the day: `14:06`. */
export function formatTimeOfDay(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** How many days before its end a model gets a warning. */
export const noticeDays = 60;
