import type { WaitingCalls } from './runner';

/** Describes calls that wait for a limit: `12 wait for OpenAI’s limit, about 40 s`. `now`: ms since 1970. */
export function formatWaiting({ label, calls, until }: WaitingCalls, now: number): string {
  const what = `${calls} ${calls === 1 ? 'waits' : 'wait'} for ${label}’s limit`;
  if (until === null || until <= now) return what;
  const seconds = Math.ceil((until - now) / 1000);
  return `${what}, about ${seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}`;
}
