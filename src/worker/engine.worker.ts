import './zod-without-eval';
import { createScriptRunner } from '@/sandbox/create-script-runner';
import { createEngineHost } from './engine-host';
import { openStores } from './open-stores';
import { createRunLocks } from './run-locks';
import { serveWorker } from './serve-worker';

void serveWorker(async () =>
  createEngineHost({ ...(await openStores(Date.now)), scripts: createScriptRunner(), locks: createRunLocks() }),
);
