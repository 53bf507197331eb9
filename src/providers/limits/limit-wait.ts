import type { ProviderLimits } from '../provider-config';
import { type CountedCall, type LimitState, windowMs } from './limit-state';

/** Until when the server's stated limits delay a call, in ms since 1970; `now`: it may be sent. */
export function computeStatedWait(
  { models }: LimitState,
  { model, tokens }: Omit<CountedCall, 'id'>,
  now: number,
): number {
  const modelState = Object.hasOwn(models, model) ? models[model] : undefined;
  if (modelState === undefined) return now;
  const requests = modelState.requests !== undefined && modelState.requests.left < 1 ? modelState.requests.until : now;
  const left = modelState.tokens !== undefined && modelState.tokens.left < tokens ? modelState.tokens.until : now;
  return Math.max(now, modelState.notBefore, requests, left);
}

/**
 * Until when the limits per minute delay `calls` calls of `tokens` tokens each, in ms since 1970; `now`: they may be
 * sent. Exact for one call; for more it estimates when the last is sent if nothing else is.
 */
export function computeWindowWait(
  { sent }: LimitState,
  limits: ProviderLimits,
  { tokens, calls = 1 }: { readonly tokens: number; readonly calls?: number },
  now: number,
): number {
  const requests = limits.requests_per_minute;
  const perMinute = limits.tokens_per_minute;
  const byRequests =
    requests === undefined
      ? now
      : computeWhenFree(
          sent.map((entry) => ({ at: entry.at, amount: entry.requests })),
          requests,
          calls,
          now,
        );
  // A call with more tokens than a minute allows is sent alone: otherwise it could never be sent.
  const byTokens =
    perMinute === undefined
      ? now
      : computeWhenFree(
          sent.map((entry) => ({ at: entry.at, amount: entry.tokens })),
          perMinute,
          Math.min(tokens, perMinute) * calls,
          now,
        );
  return Math.max(byRequests, byTokens);
}

/** When enough of the sent amounts, oldest first, have left the window for `wanted` to fit beside the rest. */
function computeWhenFree(
  sent: readonly { readonly at: number; readonly amount: number }[],
  limit: number,
  wanted: number,
  now: number,
): number {
  const total = sent.reduce((sum, { amount }) => sum + amount, 0);
  let over = total + wanted - limit;
  if (over <= 0) return now;
  for (const { at, amount } of sent) {
    over -= amount;
    if (over <= 0) return Math.max(now, at + windowMs);
  }
  // More than one window's amount is wanted: further whole windows follow.
  return Math.max(now, (sent.at(-1)?.at ?? now - windowMs) + windowMs) + Math.ceil(over / limit) * windowMs;
}
