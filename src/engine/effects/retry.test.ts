import { describe, expect, it } from 'vitest';
import type { Failure } from '@/base/errors';
import { addJitter, buildPatience, decideRetry, type Patience, refusedReason } from './retry';

const policy: Patience = {
  onError: 'retry',
  onMaxRetries: 'skip',
  maxRetries: 2,
  backoff: 'exponential',
  mostMs: 60_000,
};
const own: Failure = { code: 'TASK_FAILURE', message: 'no', retryable: true };
const provider = (kind: string, more: object = {}, retryable = true): Failure => ({
  code: 'PROVIDER_ERROR',
  message: 'no',
  retryable,
  details: { kind, ...more },
});
const none = { transport: 0, own: 0 };

describe('what follows a failure', () => {
  it('is a retry as often as the policy says, and then what it says comes after', () => {
    const more = (tries: { transport: number; own: number }) => decideRetry(own, policy, tries);
    expect(more(none)).toEqual({ next: 'retry', transport: false, delayMs: 1000, jitter: true });
    expect(more({ transport: 9, own: 1 })).toMatchObject({ next: 'retry', delayMs: 2000 });
    expect(more({ transport: 0, own: 2 })).toEqual({ next: 'skip' });
    for (const onError of ['fail', 'skip', 'continue'] as const) {
      expect(decideRetry(own, { ...policy, onError }, none)).toEqual({ next: onError });
    }
  });

  it('is a retry after an error of the connection whatever the policy is for others, counted apart', () => {
    for (const kind of ['rate_limit', 'overloaded', 'network', 'cut_off']) {
      for (const onError of ['retry', 'fail'] as const) {
        const decide = (transport: number) =>
          decideRetry(provider(kind), { ...policy, onError }, { transport, own: 9 });
        expect(decide(1)).toEqual({ next: 'retry', transport: true, delayMs: 2000, jitter: true });
        expect(decide(2)).toEqual({ next: onError === 'retry' ? 'skip' : 'fail' });
      }
      expect(decideRetry(provider(kind, {}, false), policy, none)).toEqual({ next: 'skip' });
      expect(decideRetry(provider(kind), { ...policy, maxRetries: 0 }, none)).toEqual({ next: 'skip' });
    }
    expect(decideRetry(provider('other'), policy, none)).toMatchObject({ next: 'retry', transport: false });
    expect(decideRetry(provider('other'), { ...policy, onError: 'fail' }, none)).toEqual({ next: 'fail' });
    // Only the connection to a provider counts as such.
    expect(decideRetry({ ...provider('network'), code: 'TASK_FAILURE' }, policy, none)).toMatchObject({
      transport: false,
    });
  });

  it('is none where another attempt cannot help', () => {
    const hopeless: readonly Failure[] = [
      ...['auth', 'bad_request', 'cors'].map((kind) => provider(kind)),
      ...(['RESOURCE_EXHAUSTION', 'CANCELLED', 'NOT_RUN_YET'] as const).map((code) => ({ ...own, code })),
      { ...own, details: { reason: refusedReason } },
    ];
    for (const failure of hopeless) expect(decideRetry(failure, policy, none)).toEqual({ next: 'skip' });
    expect(decideRetry({ ...own, details: { kind: 'auth' } }, policy, none)).toMatchObject({ next: 'retry' });
  });

  it('waits as long as the server asks, and gives up where that is longer than the task has', () => {
    const waitFor = (retryAfterMs: number) => decideRetry(provider('rate_limit', { retryAfterMs }), policy, none);
    expect(waitFor(60_000)).toEqual({ next: 'retry', transport: true, delayMs: 60_000, jitter: false });
    expect(waitFor(0)).toMatchObject({ delayMs: 0, jitter: false });
    expect(waitFor(60_001)).toEqual({ next: 'skip' });
  });

  it('waits longer each time, by the policy, and never more than five minutes', () => {
    const waits = (backoff: Patience['backoff']) =>
      [0, 1, 2, 3, 99].map((made) => {
        const decision = decideRetry(own, { ...policy, backoff, maxRetries: 100 }, { transport: 0, own: made });
        return decision.next === 'retry' ? decision.delayMs : decision.next;
      });
    expect(waits('none')).toEqual([0, 0, 0, 0, 0]);
    expect(waits('linear')).toEqual([1000, 2000, 3000, 4000, 100_000]);
    expect(waits('exponential')).toEqual([1000, 2000, 4000, 8000, 300_000]);
  });
});

it('a delay is spread by a fifth to both sides', () => {
  expect([0, 0.5, 1].map((random) => addJitter(1001, random))).toEqual([801, 1001, 1201]);
});

it('a task waits for a server as long as its own limit of time, or an hour', () => {
  const { mostMs: _most, ...retry } = policy;
  for (const [timeoutMs, mostMs] of [
    [5000, 5000],
    [0, 3_600_000],
  ] as const) {
    expect(buildPatience({ retry, limits: { timeoutMs } as never })).toEqual({ ...retry, mostMs });
  }
});
