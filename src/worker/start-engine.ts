import '@/base/zod-without-eval';
import { createScriptRunner } from '@/sandbox/create-script-runner';
import { startPageSandbox } from './border/page-sandboxes';
import { serveWorker } from './border/serve-worker';
import { createEngineHost } from './engine-host';
import { findCaseRuns, openCaseRuns, openStores } from './open-stores';
import { createTabChannel, noTabs } from './tabs/tab-channel';
import { createTabShare } from './tabs/tab-limits';
import { createTabLocks } from './tabs/tab-locks';

void serveWorker(async () => {
  const opened = await openStores(Date.now);
  // Stores in memory belong to this tab alone.
  const tabs = opened.failure === undefined ? createTabChannel() : noTabs;
  const limits = createTabShare(opened.stores.settings);
  return createEngineHost({
    ...opened,
    scripts: createScriptRunner(startPageSandbox),
    locks: createTabLocks(),
    tabs,
    limits,
    // Stores in memory have nothing beside them.
    ...(opened.failure === undefined && { caseRuns: { open: openCaseRuns, find: findCaseRuns } }),
  });
});
