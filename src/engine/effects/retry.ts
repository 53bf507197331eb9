import { type ErrorCode, type Failure, isOfConnection, type ProviderErrorKind } from '@/base/errors';
import type { PlannedCommon, RetryPolicy } from '@/plan/plan';

/** Retries made so far: those after errors of the connection to the provider, and all others. */
export interface Tries {
  readonly transport: number;
  readonly own: number;
}

/**
 * What follows a failure: another attempt after `delayMs` (before jitter, unless the server named the delay), or no
 * more.
 */
export type RetryDecision =
  | { readonly next: 'retry'; readonly transport: boolean; readonly delayMs: number; readonly jitter: boolean }
  | { readonly next: 'skip' | 'fail' | 'continue' };

const neverCodes: ReadonlySet<ErrorCode> = new Set(['RESOURCE_EXHAUSTION', 'CANCELLED', 'NOT_RUN_YET']);
/** `cors` is among them (a decision): the browser would block the same page again. */
const neverKinds: ReadonlySet<ProviderErrorKind> = new Set(['auth', 'bad_request', 'cors']);
/** The reason of a task's failure where a person refused it. Asking again would be no answer to that. */
export const refusedReason = 'refused';

/** The longest wait between attempts, however many there were. A server's `retry-after` may be longer. */
const maxDelayMs = 300_000;

/**
 * A policy, and the longest time in ms for which a server may make a task wait: its time limit, or an hour without one.
 */
export interface Patience extends RetryPolicy {
  readonly mostMs: number;
}

/** How long a task keeps retrying. */
export function buildPatience({ retry, limits }: Pick<PlannedCommon, 'retry' | 'limits'>): Patience {
  return { ...retry, mostMs: limits.timeoutMs || 3_600_000 };
}

/**
 * Judges a failure by the task's policy. Errors of the connection to the provider (429, 5xx, network, an answer that
 * was cut off) are retried up to `max_retries` times whatever `on_error` says (a decision: nothing is wrong with the
 * task; `max_retries: 0` switches it off). Other failures are retried only under `on_error: retry`, with a separate
 * count. If a server asks for a longer wait than the task has time, it gives up.
 */
export function decideRetry(failure: Failure, policy: Patience, tries: Tries): RetryDecision {
  const kind = failure.details?.['kind'] as ProviderErrorKind | undefined;
  const givenUp = { next: policy.onError === 'retry' ? policy.onMaxRetries : policy.onError } as const;
  const provider = failure.code === 'PROVIDER_ERROR' && kind !== undefined;
  if (failure.details?.['reason'] === refusedReason) return givenUp;
  if (neverCodes.has(failure.code) || (provider && neverKinds.has(kind))) return givenUp;

  const transport = isOfConnection(failure);
  // An account without credit, for example, which servers report as a rate limit.
  if (transport && !failure.retryable) return givenUp;
  const made = transport ? tries.transport : tries.own;
  if (made >= policy.maxRetries || (!transport && policy.onError !== 'retry')) return givenUp;

  const after = failure.details?.['retryAfterMs'];
  if (typeof after === 'number' && after > policy.mostMs) return givenUp;
  return typeof after === 'number'
    ? { next: 'retry', transport, delayMs: after, jitter: false }
    : { next: 'retry', transport, delayMs: computeBackoffMs(policy.backoff, made + 1), jitter: true };
}

/** Wait before the nth retry: 1, 2, 4 s, or 1, 2, 3 s, or none. */
function computeBackoffMs(backoff: RetryPolicy['backoff'], nth: number): number {
  const seconds = backoff === 'none' ? 0 : backoff === 'linear' ? nth : 2 ** (nth - 1);
  return Math.min(seconds * 1000, maxDelayMs);
}

/** The delay ±20 %, so that tasks that failed together do not retry together. `random` is in [0, 1). */
export function addJitter(delayMs: number, random: number): number {
  return Math.round(delayMs * (0.8 + 0.4 * random));
}
