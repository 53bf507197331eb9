import '@/base/zod-without-eval';
import { createScriptRunner } from '@/sandbox/create-script-runner';
import { startPageSandbox } from '@/worker/border/page-sandboxes';
import { serveWorker } from '@/worker/border/serve-worker';
import { createEngineHost } from '@/worker/engine-host';
import { openStores } from '@/worker/open-stores';
import { createTabLocks } from '@/worker/tabs/tab-locks';
import { withHanoiWorker } from './hanoi-models';

// The page's own worker, except that it answers the calls to one provider itself.
void serveWorker(async () =>
  createEngineHost({
    ...(await openStores(Date.now)),
    scripts: createScriptRunner(startPageSandbox),
    locks: createTabLocks(),
    models: withHanoiWorker,
  }),
);
