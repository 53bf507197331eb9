import { expose } from 'comlink';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { registerCallLines } from './call-lines';
import { connectWorker, type WorkerLike } from './connect-worker';
import type { WorkerSignal } from './serve-worker';

const api = {
  add: async (a: number, b: number) => a + b,
  nested: {
    /** Counts until it is stopped. */
    count: (report: (n: number) => void, signal: AbortSignal) =>
      new Promise<string>((resolve) => {
        if (signal.aborted) resolve('not begun');
        signal.addEventListener('abort', () => resolve('stopped'));
        for (const n of [1, 2]) report(n);
      }),
    /** Tells much, and returns at once. */
    tell: async (report: (n: number) => void, count: number) => {
      for (let n = 1; n <= count; n += 1) report(n);
      return count;
    },
    refuse: async () => {
      throw new AppError('STALE_SAVE', 'Saved elsewhere.', { advice: 'Load it.', details: { stored: 3 } });
    },
    bug: async () => {
      throw new TypeError('x is not a function');
    },
  },
};

let ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** Both ends of a worker. */
function pair() {
  const { port1: page, port2: worker } = new MessageChannel();
  ports = [page, worker];
  registerCallLines();
  expose(api, worker);
  const signal = (message: WorkerSignal) => worker.postMessage(message);
  return { worker: page as unknown as WorkerLike & EventTarget, signal };
}

it('calls what the worker offers, once it is ready', async () => {
  const { worker, signal } = pair();
  const remote = connectWorker<typeof api>(worker, 'engine');
  const sum = remote.add(1, 2);
  signal({ kind: 'ready' });
  expect(await sum).toBe(3);
});

it('stops what a signal is given to, and lets a listener hear what it is told until then', async () => {
  const { worker, signal } = pair();
  const remote = connectWorker<typeof api>(worker, 'engine');
  signal({ kind: 'ready' });
  const stop = new AbortController();
  const heard: number[] = [];
  const listener = (n: number) => {
    heard.push(n);
    if (n === 2) stop.abort();
  };
  expect(await remote.nested.count(listener, stop.signal)).toBe('stopped');
  expect(heard).toEqual([1, 2]);
  expect(await remote.nested.count(() => {}, AbortSignal.abort())).toMatch(/not begun|stopped/);
});

it('lets a listener hear everything before the call resolves', async () => {
  const { worker, signal } = pair();
  const remote = connectWorker<typeof api>(worker, 'engine');
  signal({ kind: 'ready' });
  for (let call = 0; call < 50; call += 1) {
    const heard: number[] = [];
    const count = await remote.nested.tell((n) => heard.push(n), 100);
    expect(heard).toHaveLength(count);
  }
});

it('brings errors across as what they are', async () => {
  const { worker, signal } = pair();
  const remote = connectWorker<typeof api>(worker, 'engine');
  signal({ kind: 'ready' });
  const refused = await remote.nested.refuse().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({
    code: 'STALE_SAVE',
    message: 'Saved elsewhere.',
    advice: 'Load it.',
    details: { stored: 3 },
  });
  await expect(remote.nested.bug()).rejects.toMatchObject({ code: 'INTERNAL', message: 'x is not a function' });
});

it('refuses every call when the worker says that it cannot start', async () => {
  const { worker, signal } = pair();
  const remote = connectWorker<typeof api>(worker, 'engine');
  signal({ kind: 'failed', failure: { code: 'NEWER_VERSION', message: 'Too new.', retryable: false } });
  await expect(remote.add(1, 2)).rejects.toMatchObject({ code: 'NEWER_VERSION' });
  await expect(remote.nested.refuse()).rejects.toMatchObject({ code: 'NEWER_VERSION' });
});

it('refuses every call when the script of the worker does not load', async () => {
  const { worker } = pair();
  const remote = connectWorker<typeof api>(worker, 'engine');
  const sum = remote.add(1, 2);
  worker.dispatchEvent(new Event('error'));
  await expect(sum).rejects.toMatchObject({ code: 'INTERNAL', advice: expect.stringContaining('Reload') });
});
