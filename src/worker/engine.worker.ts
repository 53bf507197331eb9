import './zod-without-eval';
import { createScriptRunner } from '@/sandbox/create-script-runner';
import { createEngineHost } from './engine-host';
import { openStores } from './open-stores';
import { createRunLocks } from './run-locks';
import { serveWorker } from './serve-worker';
import { createTabChannel, noTabs } from './tab-channel';
import { createTabShare } from './tab-limits';

void serveWorker(async () => {
  const opened = await openStores(Date.now);
  // Stores in memory are this tab's alone.
  const tabs = opened.failure === undefined ? createTabChannel() : noTabs;
  const limits = createTabShare(opened.stores.settings);
  return createEngineHost({ ...opened, scripts: createScriptRunner(), locks: createRunLocks(), tabs, limits });
});
