import { createId } from '@/base/create-id';
import { defined } from '@/base/defined';
import type { Failure } from '@/base/errors';
import type { Random } from '@/engine/ports/machine';
import type { ModelClient } from '@/engine/ports/model-client';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import { createEarlierRuns, createRunsBefore } from '@/host/earlier-runs';
import { loadEngine } from '@/host/evaluate-run';
import { gateSecrets } from '@/host/gate-secrets';
import { dropBrokenImports } from '@/host/import-runs';
import type { TextFilling } from '@/host/look-at-texts';
import { createUpdateBatcher } from '@/host/update-batcher';
import type { Plan } from '@/plan/plan';
import { createModelClient } from '@/providers/create-model-client';
import { findSetAddress } from '@/providers/find-set-address';
import { createLimiter } from '@/providers/limits/call-limiter';
import type { LimitShare } from '@/providers/limits/limit-share';
import { createMemoryShare } from '@/providers/limits/memory-share';
import { loadTokenBounds, loadTokenCounter } from '@/providers/token-counter';
import type { RunUpdate } from '@/run/runner';
import { createWorkflowFiles } from '@/storage/files-of';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import type { RunLocks } from '@/storage/run-locks';
import { runIsGone } from '@/storage/run-order';
import type { Stores } from '@/storage/stores';
import { createToolClient } from '@/tools/create-tool-client';
import { servePlans } from './border/connect-plans';
import type { EngineApi, EngineForPlans } from './border/engine-api';
import { createKeys } from './keys/keys';
import { openSecretGrants } from './keys/secret-grants';
import { createSignIns } from './keys/sign-ins';
import { createLateApi, loadLateCode } from './late-api';
import { createConnections } from './models/connections';
import { createDraftHost } from './models/draft-host';
import { createWorkerCatalogue } from './models/model-catalogue';
import { createRunner, refuseProcesses } from './runs/create-runner';
import { addServers } from './servers/add-servers';
import { createMarkStore } from './servers/followed-marks';
import { openSettings } from './settings';
import { readBrowserQuota, type StorageQuota } from './storage-quota';
import { systemClock } from './system-clock';
import { noTabs, type TabChannel } from './tabs/tab-channel';
import { limitStore } from './tabs/tab-limits';
import { announceUpdates, watchTabs } from './tabs/watch-tabs';
import { addCaseRuns, createCaseRunId, removeCaseRuns, stopAsking, type TestsDatabase } from './tests/case-runs';

/** The dependencies of the host: what a test or another environment replaces. */
export interface EngineHostOptions {
  readonly stores: Stores;
  /** Why the preferred stores could not be opened. */
  readonly failure?: Failure | undefined;
  readonly scripts: ScriptRunner;
  readonly locks: RunLocks;
  /** The other tabs that share the stores; left out: there are none. */
  readonly tabs?: TabChannel;
  /** Shares limits of providers with other tabs; left out: they are not shared. */
  readonly limits?: LimitShare;
  readonly patienceMs?: number;
  readonly quota?: StorageQuota;
  readonly random?: Random;
  readonly fetch?: typeof fetch;
  /** Origin of the page; left out: that of this worker. */
  readonly origin?: string;
  /** The runs of cases of tests, which are kept apart; `find` makes none. Left out: they are in memory. */
  readonly caseRuns?: {
    readonly open: () => Promise<TestsDatabase>;
    readonly find: () => Promise<TestsDatabase | undefined>;
  };
  /** Replaces or wraps the model client. */
  readonly models?: (models: ModelClient) => ModelClient;
}

/** One frame of a screen, in ms. */
const frame = 16;

/** Connects engine, stores, models and keys to the API for the page. Arguments are parsed on arrival. */
export async function createEngineHost(options: EngineHostOptions): Promise<EngineApi> {
  const { failure, scripts, locks, tabs = noTabs, quota = readBrowserQuota, random = Math.random } = options;
  const casesInMemory = createMemoryStores({ now: systemClock.now });
  const openInMemory = async () => casesInMemory;
  const { open: openCaseRuns, find: findCaseRuns } = options.caseRuns ?? { open: openInMemory, find: openInMemory };
  const stores = addCaseRuns(options.stores, openCaseRuns);
  // Read at the call, not earlier, and called without a receiver, as browsers require.
  const { fetch = (input, init) => globalThis.fetch(input, init) } = options;
  const settings = await openSettings(stores.settings);
  await dropBrokenImports(stores.executions, stores.settings, locks);
  const keys = createKeys(stores.secrets, settings.current);
  const catalogue = createWorkerCatalogue({
    settings: stores.settings,
    providers: settings.current,
    now: systemClock.now,
    fetch,
  });
  const share = options.limits ?? createMemoryShare(limitStore(stores.settings));
  const grants = await openSecretGrants({
    settings: stores.settings,
    alone: share.alone,
    onChange: () => tabs.post({ kind: 'grants' }),
    now: systemClock.now,
  });
  const openSecrets = (workflowId: string) =>
    gateSecrets({
      heldUnder: keys.secretOf,
      isAllowed: (use) => grants.isAllowed(use, workflowId),
      advice: () => 'Allow it in Settings, under Secrets.',
    });
  const { models: wrap = (own) => own } = options;
  const models = wrap(
    createModelClient({
      providers: settings.current,
      keyOf: keys.keyOf,
      onKeyChange: keys.onChange,
      secretOf: keys.secretOf,
      catalogue: catalogue.opened,
      limiter: createLimiter({ share, limitsOf: settings.limitsOf, clock: systemClock, newId: createId }),
      fetch,
    }),
  );
  const signIns = createSignIns({
    held: keys.signIns,
    onChange: keys.onChange,
    settings: stores.settings,
    tabs,
    alone: share.alone,
    now: systemClock.now,
    fetch,
  });
  const connections = createConnections({
    providers: settings.current,
    keyOf: keys.keyOf,
    keyStatus: keys.status,
    secretOf: keys.secretOf,
    models,
    catalogue: catalogue.fresh,
    now: systemClock.now,
    fetch,
  });
  const followers = new Set<(batch: readonly RunUpdate[]) => void>();
  const sendBatch = (batch: readonly RunUpdate[]) => {
    for (const tell of followers) tell(batch);
  };
  const sendAndAnnounce = (batch: readonly RunUpdate[]) => {
    sendBatch(batch);
    announceUpdates(tabs, batch);
  };
  const openTools = () => createToolClient({ fetch, signIns });
  const marks = createMarkStore(stores.settings, share.alone);
  const listener = createUpdateBatcher(sendAndAnnounce, (flush) => setTimeout(flush, frame));
  const addressOf = (id: string) => findSetAddress(settings.current(), id);
  const secrets = () => [...keys.all(), ...signIns.secrets()];
  const ownRuns = createRunner({
    stores,
    locks,
    models,
    tools: openTools,
    scripts: () => scripts,
    openRunSecrets: ({ workflowId }) => openSecrets(workflowId),
    secretRefusal: grants.refusal,
    clock: systemClock,
    random,
    catalogue: catalogue.fresh,
    tokens: loadTokenCounter,
    listener,
    isFollowed: async (id) => Object.hasOwn(await marks.all(), id),
    tabs,
    ...defined({ patienceMs: options.patienceMs }),
    quota,
    newId: createId,
    secrets,
    reuse: 'all',
    addressOf,
  });
  const { runner, servers } = addServers({
    ...{ stores, locks, listener, newId: createId, marks, secrets },
    alone: share.alone,
    clock: systemClock,
    tokens: keys.serverTokens,
    origin: options.origin ?? globalThis.location?.origin ?? '',
    fetch,
    runner: ownRuns,
  });
  watchTabs({
    tabs,
    stores,
    isHere: runner.isHere,
    leave: runner.leave,
    isFollowed: () => followers.size > 0,
    // If reading fails now, the limits are read when the tab is opened again.
    onSignIn: signIns.take,
    onGrants: () => void grants.reload().catch(() => undefined),
    onLimits: () => void settings.readLimits().catch(() => undefined),
    send: sendBatch,
  });

  const { workflows, files, definitions } = stores;
  let looking: Promise<TextFilling> | undefined;
  const lookAtTexts = () => {
    looking ??= loadLateCode().then(({ createTextFilling }) =>
      createTextFilling(stores, { catalogue: catalogue.fresh, tokens: loadTokenCounter, clock: systemClock }),
    );
    return looking;
  };
  const plans: EngineForPlans = {
    start: runner.start,
    fork: runner.fork,
    prepare: async (plan) => {
      const isReady = [loadEngine(), catalogue.opened(), plan && runner.prepare(plan)];
      await Promise.allSettled(isReady);
    },
    earlierRuns: (id, outline) => createEarlierRuns(stores, runner, id, outline),
    runsBefore: (id) => createRunsBefore(stores, runner, id),
    textNames: async (text) => (await lookAtTexts()).textNames(text),
    fillText: async (text, field, template) => (await lookAtTexts()).fillText(text, field, template),
    tryExpression: async (text, expression, isAfter) => (await lookAtTexts()).tryExpression(text, expression, isAfter),
    inspectFiles: async (workflow, patterns) => {
      const { lookAtFiles } = await loadLateCode();
      return lookAtFiles(createWorkflowFiles(files, workflow), patterns);
    },
  };
  return {
    opened: async () => (failure === undefined ? { ok: true } : { ok: false, failure }),
    runner: {
      ...runner,
      importRun: async (workflowId, file) => {
        await grants.cameFromElsewhere(workflowId);
        return runner.importRun(workflowId, file);
      },
      repeat: async (run) => {
        const source = await stores.executions.get(run);
        if (source === undefined) throw runIsGone();
        // A part of a workflow needs what the run gave it that it was forked from.
        const { forkedFrom, plan } = source;
        const isPart = plan.part !== undefined && forkedFrom !== undefined;
        const again = { ...plan, reuse: { mode: 'never' as const } };
        if (!isPart) return runner.start({ ...source, plan: again });
        const { executionId, seq } = forkedFrom;
        return runner.fork({ executionId, seq, plan });
      },
    },
    workflows: {
      ...workflows,
      remove: async (workflow) => {
        await runner.cancelAllOf(workflow);
        await workflows.remove(workflow);
        await grants.forgetWorkflow(workflow);
        await stopAsking(locks, workflow);
        const caseRuns = await findCaseRuns();
        if (caseRuns !== undefined) await removeCaseRuns(caseRuns, workflow);
      },
    },
    files,
    definitions,
    keys: {
      ...keys,
      set: async (provider, key, passphrase) => {
        await keys.set(provider, key, passphrase);
        connections.changed(provider);
      },
      forget: async (provider) => {
        await keys.forget(provider);
        connections.changed(provider);
      },
    },
    secrets: keys.secrets,
    grants,
    settings: {
      ...settings,
      saveProvider: async (provider) => {
        await settings.saveProvider(provider);
        connections.changed(provider.id);
      },
      saveLimits: async (provider, limits) => {
        await settings.saveLimits(provider, limits);
        tabs.post({ kind: 'limits' });
      },
      removeProvider: async (provider) => {
        await settings.removeProvider(provider);
        tabs.post({ kind: 'limits' });
        // A built-in provider is reset, not removed, so its key stays.
        if (!settings.current().some((left) => left.id === provider)) await keys.forget(provider);
      },
    },
    signIns: signIns.api,
    models: { ...catalogue.api, ...connections.api },
    tools: createLateApi(async () => {
      const { createToolsHost } = await loadLateCode();
      return createToolsHost({ openTools, scripts, openSecrets, now: systemClock.now });
    }),
    tests: createLateApi(async () => {
      const { createTestsHost } = await loadLateCode();
      await loadEngine();
      const counters = { tokens: loadTokenCounter, tokenBounds: loadTokenBounds };
      const world = { stores, locks, models, clock: systemClock, catalogue: catalogue.fresh, ...counters };
      const known = () => settings.current().map(({ id }) => id);
      const caseRuns = { ...(await openCaseRuns()), locks };
      const newRunId = () => createCaseRunId(createId);
      const openOwnTools = () => {
        // Nobody is asked to sign in while tests run: one that needs it says so.
        const { whenSignedIn: _whenSignedIn, ...tools } = openTools();
        return tools;
      };
      const outside = {
        ...{ openTools: openOwnTools, openSecrets },
        refusal: (plan: Plan, workflowId: string) => refuseProcesses(plan) ?? grants.refusal(plan, workflowId),
      };
      return createTestsHost({ ...world, ...outside, caseRuns, sandbox: scripts, newRunId, known, addressOf }, secrets);
    }),
    servers,
    draft: createDraftHost({ models, catalogue: catalogue.fresh, providers: settings.current }),
    follow: (listener, signal) =>
      new Promise((resolve) => {
        followers.add(listener);
        const stopFollowing = () => {
          followers.delete(listener);
          resolve();
        };
        if (signal.aborted) stopFollowing();
        signal.addEventListener('abort', stopFollowing, { once: true });
      }),
    connectPlans: async (port) => servePlans(plans, port),
  };
}
