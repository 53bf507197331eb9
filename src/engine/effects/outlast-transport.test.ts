import { expect, it } from 'vitest';
import { AppError, type Failure, toFailure } from '@/base/errors';
import { providerError } from '../testing/scripted-models.testing';
import { outlastTransport } from './outlast-transport';

const policy = { onError: 'fail', onMaxRetries: 'fail', maxRetries: 2, backoff: 'linear', mostMs: 60_000 } as const;

/** Performs something that fails so before it succeeds; what is waited for is noted. */
async function outlast(failures: readonly unknown[], isWaitedFor?: (failure: Failure) => boolean) {
  const stop = new AbortController();
  const left = [...failures];
  const waits: number[] = [];
  const clock = { sleep: async (ms: number) => void waits.push(ms) };
  const perform = async () => {
    const error = left.shift();
    if (error === 'stop') stop.abort();
    if (error !== undefined) throw error === 'stop' ? providerError('network') : error;
    return 'done';
  };
  const deps = { clock, random: () => 0 };
  const end = await outlastTransport(policy, deps, stop.signal, perform, isWaitedFor).catch((error) => error);
  return { end, waits, left: left.length };
}

it('what only the connection hinders is repeated, as often and after as long as the policy says', async () => {
  const down = providerError('overloaded');
  expect(await outlast([])).toMatchObject({ end: 'done', waits: [] });
  expect(await outlast([down, down])).toMatchObject({ end: 'done', waits: [800, 1600] });
  expect(await outlast([providerError('rate_limit', { retryAfterMs: 7000 })])).toMatchObject({ waits: [7000] });
});

it('what still fails then is not retried as a whole', async () => {
  const { end, waits, left } = await outlast([1, 2, 3, 4].map(() => providerError('network')));
  expect(toFailure(end)).toEqual({ ...toFailure(providerError('network')), retryable: false });
  expect({ waits, left }).toEqual({ waits: [800, 1600], left: 1 });
});

it('any other failure passes as it is: of no provider, of a part, when stopped, or not worth a wait', async () => {
  const other = new AppError('TASK_FAILURE', 'no', { retryable: true, details: { kind: 'network' } });
  const part = new AppError('PROVIDER_ERROR', 'no', { retryable: true, details: { kind: 'network', failed: 'a' } });
  for (const error of [other, part]) expect(await outlast([error])).toEqual({ end: error, waits: [], left: 0 });
  expect((await outlast(['stop'])).end).toMatchObject({ code: 'PROVIDER_ERROR', retryable: true });
  const down = providerError('network');
  expect(await outlast([down], () => false)).toEqual({ end: down, waits: [], left: 0 });
  expect((await outlast([down], ({ code }) => code === 'PROVIDER_ERROR')).end).toBe('done');
});
