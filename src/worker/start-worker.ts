/** The workers of a page, by their names. */
export type WorkerName = 'engine' | 'documents' | 'bash' | 'javascript';

/** Starts a worker of the page. It can be called once it has said that it is ready. */
export function startWorker(name: WorkerName): Worker {
  // Vite detects workers by exactly this expression.
  return new Worker(new URL('./any.worker.ts', import.meta.url), { type: 'module', name });
}
