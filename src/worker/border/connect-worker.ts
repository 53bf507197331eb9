import { type Endpoint, wrap } from 'comlink';
import { AppError, fromFailure } from '@/base/errors';
import { registerCallLines, replaceByLines } from './call-lines';
import { registerFailureTransfer } from './failure-transfer';
import type { WorkerSignal } from './serve-worker';

/** The part of a Worker that is needed here. */
export type WorkerLike = Endpoint & {
  addEventListener(type: 'error', listener: () => void): void;
};

/**
 * The API of a worker. Every method is asynchronous and takes values that can be sent, signals and listeners. Calls
 * wait until the worker is ready. Every rejection is an `AppError`; if the worker cannot start, all calls reject
 * instead of never settling. `name` is the worker's name in messages to a person.
 */
export function connectWorker<T extends object>(worker: WorkerLike, name: string): T {
  registerFailureTransfer();
  registerCallLines();
  const remote = wrap(worker);
  const ready = awaitReady(worker, name);
  // Callers receive this error; without a call there is nobody to report it to.
  ready.catch(() => undefined);

  const createPathProxy = (path: readonly string[]): unknown =>
    new Proxy(() => undefined, {
      // `then` is undefined, so that an async function can return the proxy without awaiting it as a promise.
      get: (_target, key) => (key === 'then' ? undefined : createPathProxy([...path, String(key)])),
      apply: async (_target, _this, callArgs: unknown[]) => {
        await ready;
        let method: unknown = remote;
        for (const part of path) method = (method as Record<string, unknown>)[part];
        const { args, told, close } = replaceByLines(callArgs);
        try {
          const result = await (method as (...args: readonly unknown[]) => unknown)(...args);
          await told();
          return result;
        } finally {
          close();
        }
      },
    });
  return createPathProxy([]) as T;
}

function awaitReady(worker: WorkerLike, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', (event) => {
      const signal = (event as MessageEvent<WorkerSignal | undefined>).data;
      if (signal?.kind === 'ready') resolve();
      if (signal?.kind === 'failed') reject(fromFailure(signal.failure));
    });
    // Has no effect once the worker is ready: a worker survives an error.
    worker.addEventListener('error', () =>
      reject(
        new AppError('INTERNAL', `The ${name} of Heddle could not be started.`, {
          advice: 'Reload the page. If it happens again, check that no extension blocks scripts of this site.',
        }),
      ),
    );
  });
}
