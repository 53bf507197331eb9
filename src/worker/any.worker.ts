// What every worker of Heddle is made of: one file, so that workers share what they load. It only loads the code of the
// worker that it is, by its name, because WebKit evaluates this file again when another imports it. Nothing is missed:
// requests come only after the worker has said that it is ready.
import type { WorkerName } from './start-worker';

const starts: { readonly [N in WorkerName]: () => Promise<unknown> } = {
  engine: () => import('./start-engine'),
  documents: () => import('./start-documents'),
  bash: () => import('@/sandbox/start-bash'),
  javascript: () => import('@/sandbox/start-javascript'),
};

// As a script that cannot be loaded: whoever made the worker hears an error.
starts[self.name as WorkerName]().catch(reportError);
