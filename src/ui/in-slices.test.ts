import { expect, it, vi } from 'vitest';
import { runInSlices } from './in-slices';

/** Takes a millisecond. */
function slow(): void {
  const end = performance.now() + 1;
  while (performance.now() < end);
}

it('does what fits in a slice at once', () => {
  const [done, whole]: [number[], () => void] = [[], vi.fn<() => void>()];
  runInSlices([1, 2, 3], (one) => done.push(one), whole, new AbortController().signal);
  expect(done).toEqual([1, 2, 3]);
  expect(whole).toHaveBeenCalledOnce();
});

it('pauses in what takes long', async () => {
  let done = 0;
  await new Promise<void>((resolve) => {
    const each = () => {
      slow();
      done += 1;
    };
    runInSlices(Array(64).fill(0), each, resolve, new AbortController().signal);
    expect(done).toBeLessThan(64);
  });
  expect(done).toBe(64);
});

it('ends when it is not wanted any more', async () => {
  const [stop, whole] = [new AbortController(), vi.fn<() => void>()];
  let done = 0;
  runInSlices(
    Array(64).fill(0),
    () => {
      slow();
      done += 1;
    },
    whole,
    stop.signal,
  );
  stop.abort();
  const before = done;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(done).toBe(before);
  expect(whole).not.toHaveBeenCalled();
});
