import { expect, it } from 'vitest';
import { readBoundedBytes, readFirstBytes } from './bounded-body';

const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

/** A stream that never ends, and how much of it was read. */
function endless() {
  const state = { pulled: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      state.pulled += 1;
      controller.enqueue(new Uint8Array(1000));
    },
    cancel: () => {
      state.cancelled = true;
    },
  });
  return { state, body };
}

it('gives a short body whole, one that is exactly as long, and none as no bytes', async () => {
  expect(text(await readBoundedBytes(new Response('short').body, 100))).toBe('short');
  expect(text(await readBoundedBytes(new Response('short').body, 5))).toBe('short');
  expect(text(await readBoundedBytes(null, 5))).toBe('');
});

it('reads no more of a long one than it needs', async () => {
  expect(await readBoundedBytes(new Response('longer').body, 5)).toBeUndefined();
  expect(await readFirstBytes(new Response('longer').body, 4)).toEqual({
    bytes: new TextEncoder().encode('long'),
    isWhole: false,
  });
  const { state, body } = endless();
  expect(await readBoundedBytes(body, 10_000)).toBeUndefined();
  expect(state).toEqual({ pulled: expect.any(Number), cancelled: true });
  expect(state.pulled).toBeLessThan(20);
});

it('rejects when it breaks', async () => {
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('broke')) });
  await expect(readBoundedBytes(body, 5)).rejects.toThrow('broke');
});
