import { transfer } from 'comlink';
import type { McpResourceList } from '@/engine/ports';
import type { RunUpdate } from '@/run/runner';
import type {
  DocumentWorkerApi,
  DraftedWorkflow,
  DraftWish,
  EngineWorkerApi,
  OfferedTools,
  ToolsApi,
  ToolWish,
  TriedCall,
} from './api';
import { connectWorker, type Remoted } from './connect-worker';

/** The engine's worker as the page uses it. Every rejection is an `AppError`. */
export interface EngineClient extends Omit<EngineWorkerApi, 'follow' | 'draft' | 'tools'> {
  readonly tools: ToolsClient;
  /** Has a model draft a workflow; `onText` is told of its text as it comes. */
  draft(wish: DraftWish, onText: (text: string) => void, signal: AbortSignal): Promise<DraftedWorkflow>;
  /** Calls the listener with what happens in runs, in order, from now on. Returns how to stop that. */
  follow(listener: (updates: readonly RunUpdate[]) => void): () => void;
}

/** {@link ToolsApi} with a signal in the place of a port. */
export interface ToolsClient extends Pick<ToolsApi, 'describe' | 'close'> {
  offered(server: ToolWish, signal: AbortSignal): Promise<OfferedTools>;
  call(wish: ToolWish, args: string, signal: AbortSignal): Promise<TriedCall>;
  resources(server: ToolWish, signal: AbortSignal): Promise<McpResourceList>;
  read(server: ToolWish, uri: string, signal: AbortSignal): Promise<string>;
}

/** The document worker as the page uses it. Every rejection is an `AppError`. */
export type DocumentClient = Remoted<DocumentWorkerApi>;

/** Starts the worker that runs and stores. One for a page. */
export function connectEngine(): EngineClient {
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module', name: 'engine' });
  const engine = connectWorker<EngineWorkerApi>(worker, 'engine');
  return {
    opened: engine.opened,
    runner: engine.runner,
    workflows: engine.workflows,
    files: engine.files,
    keys: engine.keys,
    secrets: engine.secrets,
    settings: engine.settings,
    signIns: engine.signIns,
    models: engine.models,
    draft: (wish, onText, signal) => stoppable(signal, (port) => engine.draft(wish, port), onText),
    tools: {
      offered: (server, signal) => stoppable(signal, (port) => engine.tools.offered(server, port)),
      describe: engine.tools.describe,
      call: (wish, args, signal) => stoppable(signal, (port) => engine.tools.call(wish, args, port)),
      resources: (server, signal) => stoppable(signal, (port) => engine.tools.resources(server, port)),
      read: (server, uri, signal) => stoppable(signal, (port) => engine.tools.read(server, uri, port)),
      close: engine.tools.close,
    },
    follow: (listener) => {
      const { port1: near, port2: far } = new MessageChannel();
      near.onmessage = (event: MessageEvent<readonly RunUpdate[]>) => listener(event.data);
      // A worker that did not start tells so by the calls that need an answer.
      engine.follow(transfer(far, [far])).catch(() => near.close());
      return () => {
        near.onmessage = null;
        near.postMessage('done');
      };
    },
  };
}

/** Makes a call that can be stopped, and hears what it says meanwhile. */
async function stoppable<T>(
  signal: AbortSignal,
  call: (port: MessagePort) => Promise<T>,
  onText?: (text: string) => void,
): Promise<T> {
  const { port1: near, port2: far } = new MessageChannel();
  near.onmessage = (event: MessageEvent<string>) => onText?.(event.data);
  const stop = () => near.postMessage('stop');
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await call(transfer(far, [far]));
  } finally {
    signal.removeEventListener('abort', stop);
    near.close();
  }
}

/** Starts the worker that reads, checks and plans documents. */
export function connectDocuments(): DocumentClient {
  const worker = new Worker(new URL('./document.worker.ts', import.meta.url), { type: 'module', name: 'documents' });
  return connectWorker<DocumentWorkerApi>(worker, 'document reader');
}
