import { transfer } from 'comlink';
import { startWorker } from '../start-worker';
import { connectWorker } from './connect-worker';
import type { DocumentsApi } from './documents-api';
import type { EngineApi } from './engine-api';
import { servePageSandboxes } from './page-sandboxes';

/** The two workers of a page. */
export interface Workers {
  readonly engine: EngineApi;
  readonly documents: DocumentsApi;
}

/** Starts the workers, and connects the document worker to the engine. Called once for each page. */
export function connectWorkers(): Workers {
  const engineWorker = startWorker('engine');
  servePageSandboxes(engineWorker);
  const engine = connectWorker<EngineApi>(engineWorker, 'engine');
  const documents = connectWorker<DocumentsApi>(startWorker('documents'), 'document reader');
  const { port1, port2 } = new MessageChannel();
  // A worker that did not start reports this in calls that need an answer.
  engine.connectPlans(transfer(port1, [port1])).catch(() => undefined);
  documents.connectEngine(transfer(port2, [port2])).catch(() => undefined);
  return { engine, documents };
}
