import { expose } from 'comlink';
import { type Failure, toFailure } from '@/base/errors';
import { registerCallLines } from './call-lines';
import { registerFailureTransfer } from './failure-transfer';

/** The first message of a worker: whether it can be called. */
export type WorkerSignal = { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly failure: Failure };

/** Makes an API callable from the page, and signals when it is ready. */
export async function serveWorker(start: () => Promise<object>): Promise<void> {
  const signal = (message: WorkerSignal) => self.postMessage(message);
  try {
    const api = await start();
    registerFailureTransfer();
    registerCallLines();
    expose(api);
    signal({ kind: 'ready' });
  } catch (error) {
    signal({ kind: 'failed', failure: toFailure(error) });
  }
}
