import type { ErrorCode, Failure, ProviderErrorKind } from '@/base/errors';
import type { PlannedCommon, RetryPolicy } from '@/plan/plan';

/** Retries made so far, the two sorts apart. */
export interface Tries {
  readonly transport: number;
  readonly own: number;
}

/**
 * What follows a failure: another attempt after `delayMs` (before jitter, unless the server named it), or giving up.
 */
export type RetryDecision =
  | { readonly next: 'retry'; readonly transport: boolean; readonly delayMs: number; readonly jitter: boolean }
  | { readonly next: 'skip' | 'fail' | 'continue' };

const neverCodes: ReadonlySet<ErrorCode> = new Set(['RESOURCE_EXHAUSTION', 'CANCELLED', 'NOT_RUN_YET']);
/** `cors` is among them (decided): the same page is blocked again. */
const neverKinds: ReadonlySet<ProviderErrorKind> = new Set(['auth', 'bad_request', 'cors']);
const transportKinds: ReadonlySet<ProviderErrorKind> = new Set(['rate_limit', 'overloaded', 'network']);

/** No wait between attempts is longer, however many there were; a server's `retry-after` may be. */
const maxDelayMs = 300_000;

/** A policy, and the most ms that a server may have a task wait: its own time, or an hour where it has none. */
export interface Patience extends RetryPolicy {
  readonly mostMs: number;
}

/** How long a task tries again. */
export function patienceOf({ retry, limits }: Pick<PlannedCommon, 'retry' | 'limits'>): Patience {
  return { ...retry, mostMs: limits.timeoutMs || 3_600_000 };
}

/**
 * Judges a failure by the task's policy. Errors of the way to the provider (429, 5xx, network) are retried whatever
 * `on_error` says, up to `max_retries` of them (decided: nothing is wrong with the task; `max_retries: 0` switches it
 * off). Other failures are retried only under `on_error: retry`, counted apart. A server that wants a longer wait than
 * the task has time is not waited for.
 */
export function decideRetry(failure: Failure, policy: Patience, tries: Tries): RetryDecision {
  const kind = failure.details?.['kind'] as ProviderErrorKind | undefined;
  const givenUp = { next: policy.onError === 'retry' ? policy.onMaxRetries : policy.onError } as const;
  const provider = failure.code === 'PROVIDER_ERROR' && kind !== undefined;
  if (neverCodes.has(failure.code) || (provider && neverKinds.has(kind))) return givenUp;

  const transport = provider && transportKinds.has(kind);
  // Such as an account without credit, which servers report as a rate limit.
  if (transport && !failure.retryable) return givenUp;
  const made = transport ? tries.transport : tries.own;
  if (made >= policy.maxRetries || (!transport && policy.onError !== 'retry')) return givenUp;

  const after = failure.details?.['retryAfterMs'];
  if (typeof after === 'number' && after > policy.mostMs) return givenUp;
  return typeof after === 'number'
    ? { next: 'retry', transport, delayMs: after, jitter: false }
    : { next: 'retry', transport, delayMs: backoffMs(policy.backoff, made + 1), jitter: true };
}

/** Wait before the nth retry: 1, 2, 4 s, or 1, 2, 3 s, or none. */
function backoffMs(backoff: RetryPolicy['backoff'], nth: number): number {
  const seconds = backoff === 'none' ? 0 : backoff === 'linear' ? nth : 2 ** (nth - 1);
  return Math.min(seconds * 1000, maxDelayMs);
}

/** The delay with ±20 %, so that tasks that failed together do not come back together. `random` is in [0, 1). */
export function jittered(delayMs: number, random: number): number {
  return Math.round(delayMs * (0.8 + 0.4 * random));
}
