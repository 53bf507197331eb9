import { expect, it } from 'vitest';
import { AppError, type Failure } from '@/base/errors';
import { awaitCode } from './await-code';

const notFetched = () => new TypeError('Failed to fetch dynamically imported module: https://x.org/a.js');

/** A clock that notes how long it was to sleep, and never does. */
function fakeWaiting(signal = new AbortController().signal) {
  const slept: number[] = [];
  const told: (string | undefined)[] = [];
  const onMissing = (failure?: Failure) => told.push(failure?.message);
  const sleep = async (ms: number) => {
    slept.push(ms);
    if (signal.aborted) throw new AppError('CANCELLED', 'Cancelled.');
  };
  const isNotFetched = (error: unknown) => error instanceof TypeError && error.message.startsWith('Failed to fetch');
  return { slept, told, waiting: { clock: { sleep }, signal, isNotFetched, onMissing } };
}

it('asks again with longer pauses until the code is there, and says so', async () => {
  const { slept, told, waiting } = fakeWaiting();
  let asked = 0;
  const load = async () => {
    asked += 1;
    if (asked < 9) throw notFetched();
    return 'code';
  };
  expect(await awaitCode(load, waiting)).toBe('code');
  expect(slept).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  expect(told).toEqual([...Array(8).fill('A part of Heddle that the run needs could not be loaded.'), undefined]);
});

it('says nothing of code that is there at once', async () => {
  const { told, waiting } = fakeWaiting();
  expect(await awaitCode(async () => 1, waiting)).toBe(1);
  expect(told).toEqual([]);
});

it('passes other errors, and ends when it is stopped', async () => {
  const broken = new TypeError('x is not a function');
  await expect(awaitCode(() => Promise.reject(broken), fakeWaiting().waiting)).rejects.toBe(broken);
  const stopped = fakeWaiting(AbortSignal.abort()).waiting;
  await expect(awaitCode(() => Promise.reject(notFetched()), stopped)).rejects.toMatchObject({ code: 'CANCELLED' });
});
