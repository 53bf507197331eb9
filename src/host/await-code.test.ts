import { expect, it } from 'vitest';
import { AppError, type Failure } from '@/base/errors';
import { awaitCode } from './await-code';

const notFetched = () => new TypeError('Failed to fetch dynamically imported module: https://x.org/a.js');

/** A clock that records how long each sleep would be, but does not sleep. */
function fakeWaiting(signal = new AbortController().signal) {
  const slept: number[] = [];
  const failures: (string | undefined)[] = [];
  const onMissing = (failure?: Failure) => failures.push(failure?.message);
  const sleep = async (ms: number) => {
    slept.push(ms);
    if (signal.aborted) throw new AppError('CANCELLED', 'Cancelled.');
  };
  const isNotFetched = (error: unknown) => error instanceof TypeError && error.message.startsWith('Failed to fetch');
  return { slept, failures, waiting: { clock: { sleep }, signal, isNotFetched, onMissing } };
}

it('asks again with longer pauses until the code is there, and says so', async () => {
  const { slept, failures, waiting } = fakeWaiting();
  let asked = 0;
  const load = async () => {
    asked += 1;
    if (asked < 9) throw notFetched();
    return 'code';
  };
  expect(await awaitCode(load, waiting)).toBe('code');
  expect(slept).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  expect(failures).toEqual([...Array(8).fill('A part of Heddle that the run needs could not be loaded.'), undefined]);
});

it('says nothing of code that is there at once', async () => {
  const { failures, waiting } = fakeWaiting();
  expect(await awaitCode(async () => 1, waiting)).toBe(1);
  expect(failures).toEqual([]);
});

it('passes other errors, and ends when it is stopped', async () => {
  const broken = new TypeError('x is not a function');
  await expect(awaitCode(() => Promise.reject(broken), fakeWaiting().waiting)).rejects.toBe(broken);
  const stopped = fakeWaiting(AbortSignal.abort()).waiting;
  await expect(awaitCode(() => Promise.reject(notFetched()), stopped)).rejects.toMatchObject({ code: 'CANCELLED' });
});
