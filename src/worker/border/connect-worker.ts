import { type Endpoint, wrap } from 'comlink';
import { AppError, fromFailure } from '@/base/errors';
import { registerCallLines, withLines } from './call-lines';
import { registerFailureTransfer } from './failure-transfer';
import type { WorkerSignal } from './serve-worker';

/** What is needed of a Worker. */
export type WorkerLike = Endpoint & {
  addEventListener(type: 'error', listener: () => void): void;
};

/**
 * The API of a worker, of which every method is asynchronous and takes what can be sent, signals, and functions that
 * are told something. Calls wait until it is ready. Every rejection is an `AppError`; a worker that cannot start
 * rejects all calls, rather than never answering. `name` is what a person would call it.
 */
export function connectWorker<T extends object>(worker: WorkerLike, name: string): T {
  registerFailureTransfer();
  registerCallLines();
  const remote = wrap(worker);
  const ready = whenReady(worker, name);
  // Who calls hears of it; without a call there is nobody to tell.
  ready.catch(() => undefined);

  const at = (path: readonly string[]): unknown =>
    new Proxy(() => undefined, {
      // Not a promise, so that it can be handed out by an async function.
      get: (_target, key) => (key === 'then' ? undefined : at([...path, String(key)])),
      apply: async (_target, _this, given: unknown[]) => {
        await ready;
        let method: unknown = remote;
        for (const part of path) method = (method as Record<string, unknown>)[part];
        const { args, close } = withLines(given);
        try {
          return await (method as (...args: readonly unknown[]) => unknown)(...args);
        } finally {
          close();
        }
      },
    });
  return at([]) as T;
}

function whenReady(worker: WorkerLike, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', (event) => {
      const signal = (event as MessageEvent<WorkerSignal | undefined>).data;
      if (signal?.kind === 'ready') resolve();
      if (signal?.kind === 'failed') reject(fromFailure(signal.failure));
    });
    // Once it is ready this changes nothing: a worker outlives an error in it.
    worker.addEventListener('error', () =>
      reject(
        new AppError('INTERNAL', `The ${name} of Heddle could not be started.`, {
          advice: 'Reload the page. If it happens again, check that no extension blocks scripts of this site.',
        }),
      ),
    );
  });
}
