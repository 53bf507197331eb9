import '@/worker/zod-without-eval';
import { createScriptRunner } from '@/sandbox/create-script-runner';
import { createEngineHost } from '@/worker/engine-host';
import { openStores } from '@/worker/open-stores';
import { createRunLocks } from '@/worker/run-locks';
import { serveWorker } from '@/worker/serve-worker';
import { withHanoiWorker } from './hanoi-models';

// The worker of the page as it is, but that one provider is answered in it.
void serveWorker(async () =>
  createEngineHost({
    ...(await openStores(Date.now)),
    scripts: createScriptRunner(),
    locks: createRunLocks(),
    models: withHanoiWorker,
  }),
);
