import { z } from 'zod';
import type { Failure } from '@/base/errors';
import type { ModelClient, Random, ScriptRunner } from '@/engine/ports';
import { lookAtFiles } from '@/plan/attachments/planned-files';
import { createModelClient } from '@/providers/create-model-client';
import type { LimitShare } from '@/providers/limits/limit-share';
import { createLimiter } from '@/providers/limits/limiter';
import { createMemoryShare } from '@/providers/limits/memory-share';
import { loadTokenCounter } from '@/providers/token-counter';
import { maxPartBytes, type RunUpdate } from '@/run/runner';
import { filesOf } from '@/storage/files-of';
import { parsePlan } from '@/storage/plan-schema';
import { recordSchemas } from '@/storage/records';
import type { Stores } from '@/storage/stores';
import { createToolClient } from '@/tools/create-tool-client';
import type { EngineWorkerApi } from './api';
import { createConnections } from './connections';
import { createRunner } from './create-runner';
import { createDesk } from './desk';
import { createDraftHost } from './draft-host';
import { createKeys } from './keys';
import { createWorkerCatalogue } from './model-catalogue';
import type { RunLocks } from './run-locks';
import { cleanupRule, eventQuery, iterationQuery, parseForkWish, runIds } from './run-messages';
import { openSettings } from './settings';
import { createSignIns } from './sign-ins';
import { browserQuota, type StorageQuota } from './storage-quota';
import { systemClock } from './system-clock';
import { noTabs, type TabChannel } from './tab-channel';
import { limitStore } from './tab-limits';
import { createToolsHost } from './tools-host';
import { dropBrokenImports } from './transfer-runs';
import { createUpdateBatcher } from './update-batcher';
import { announce, watchTabs } from './watch-tabs';

/** What the host is made of: everything that a test or another surrounding would have different. */
export interface EngineHostOptions {
  readonly stores: Stores;
  /** Why the stores are not those that were wanted, if so. */
  readonly failure?: Failure | undefined;
  readonly scripts: ScriptRunner;
  readonly locks: RunLocks;
  /** The other tabs that share the stores; left out: there are none. */
  readonly tabs?: TabChannel;
  /** With whom limits of providers are shared; left out: with nobody. */
  readonly limits?: LimitShare;
  readonly patienceMs?: number;
  readonly quota?: StorageQuota;
  readonly random?: Random;
  readonly fetch?: typeof fetch;
  /** Puts something of its own in the place of the models, or before them. */
  readonly models?: (models: ModelClient) => ModelClient;
}

/** A frame of a screen, in ms. */
const frame = 16;

const text = z.string().max(200);
const id = text.min(1);
const journalPath = z.string().max(10_000);
/** A person does not write more; a pasted file may be long. */
const answerText = z.string().max(1_000_000);
/** As it can stand in `{{secrets.NAME}}`. */
const secretName = text.regex(/^[A-Za-z_][A-Za-z0-9_]*$/);
const address = z.string().min(1).max(10_000);
const givenClient = z.strictObject({ id: text, secret: z.string().min(1).max(10_000).exactOptional() }).optional();
const natural = z.number().int().min(1);
const offset = z.number().int().min(0);
const partBytes = natural.max(maxPartBytes);
const workflowSave = z.strictObject({
  id,
  name: z.string(),
  taskCount: z.number().int().min(0),
  text: z.string(),
  history: recordSchemas.history,
  basedOn: z.number().int().min(0),
});

/** Far more than a path may have, so that the store can say what is wrong with one. */
const path = z.string().max(10_000);
const fileContents = z.array(z.strictObject({ path, content: z.instanceof(Uint8Array) }));

/** Wires engine, stores, models and keys to what the page calls. Every message is parsed on arrival. */
export async function createEngineHost(options: EngineHostOptions): Promise<EngineWorkerApi> {
  const { stores, failure, scripts, locks, tabs = noTabs, quota = browserQuota, random = Math.random } = options;
  const settings = await openSettings(stores.settings);
  await dropBrokenImports(stores, locks);
  const keys = createKeys(stores.secrets, settings.current);
  const catalogue = createWorkerCatalogue({
    settings: stores.settings,
    providers: settings.current,
    now: systemClock.now,
    fetch: options.fetch,
  });
  const network = options.fetch === undefined ? {} : { fetch: options.fetch };
  const share = options.limits ?? createMemoryShare(limitStore(stores.settings));
  const { models: wrap = (own) => own } = options;
  const models = wrap(
    createModelClient({
      providers: settings.current,
      keyOf: keys.keyOf,
      onKeyChange: keys.onChange,
      secretOf: keys.secretOf,
      catalogue: catalogue.opened,
      limiter: createLimiter({ share, limitsOf: settings.limitsOf, clock: systemClock, newId }),
      ...network,
    }),
  );
  const signIns = createSignIns({
    held: keys.signIns,
    onChange: keys.onChange,
    settings: stores.settings,
    tabs,
    alone: share.alone,
    now: systemClock.now,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  });
  const connections = createConnections({
    providers: settings.current,
    keyOf: keys.keyOf,
    secretOf: keys.secretOf,
    models,
    catalogue: catalogue.fresh,
    now: systemClock.now,
    fetch: options.fetch,
  });
  const ports = new Set<MessagePort>();
  const send = (batch: readonly RunUpdate[]) => {
    for (const port of ports) port.postMessage(batch);
  };
  const sendAndAnnounce = (batch: readonly RunUpdate[]) => {
    send(batch);
    announce(tabs, batch);
  };
  const openTools = () => createToolClient({ ...network, signIns });
  const runner = createRunner({
    stores,
    world: {
      models,
      scripts,
      secretOf: keys.secretOf,
      clock: systemClock,
      random,
      catalogue: catalogue.fresh,
      tokens: loadTokenCounter,
    },
    openTools,
    desk: createDesk(),
    locks,
    updates: createUpdateBatcher(sendAndAnnounce, (flush) => setTimeout(flush, frame)),
    tabs,
    ...(options.patienceMs === undefined ? {} : { patienceMs: options.patienceMs }),
    quota,
    newId,
    secrets: () => [...keys.all(), ...signIns.secrets()],
  });
  watchTabs({
    tabs,
    stores,
    isHere: runner.isHere,
    leave: runner.leave,
    isFollowed: () => ports.size > 0,
    // What cannot be read now is read when the tab is opened again.
    onSignIn: signIns.take,
    onLimits: () => void settings.readLimits().catch(() => undefined),
    send,
  });

  return {
    opened: async () => (failure === undefined ? { ok: true } : { ok: false, failure }),
    runner: {
      start: async ({ workflowId, plan }) => runner.start({ workflowId: id.parse(workflowId), plan: parsePlan(plan) }),
      cancel: async (run) => runner.cancel(id.parse(run)),
      pause: async (run) => runner.pause(id.parse(run)),
      resume: async (run) => runner.resume(id.parse(run)),
      provideInput: async (run, path, answer) =>
        runner.provideInput(id.parse(run), journalPath.parse(path), answerText.parse(answer)),
      compact: async (run) => runner.compact(id.parse(run)),
      restore: async (run, tasks) => runner.restore(id.parse(run), z.array(journalPath).min(1).parse(tasks)),
      resumeUnfinished: runner.resumeUnfinished,
      fork: async (wish) => runner.fork(parseForkWish(wish)),
      owner: async (run) => runner.owner(id.parse(run)),
      takeOver: async (run) => runner.takeOver(id.parse(run)),
      takeUp: async (run) => runner.takeUp(id.parse(run)),
      remove: async (runs) => runner.remove(runIds.parse(runs)),
      stateAt: async (run, seq) => runner.stateAt(id.parse(run), offset.optional().parse(seq)),
      storage: runner.storage,
      cleanUp: async (workflow, rule, dryRun) =>
        runner.cleanUp(id.optional().parse(workflow), cleanupRule.parse(rule), z.boolean().parse(dryRun)),
      exportRun: async (run, withPayloads, next) =>
        runner.exportRun(id.parse(run), z.boolean().parse(withPayloads), id.optional().parse(next)),
      importRun: async (workflow, file) => runner.importRun(id.parse(workflow), z.instanceof(Blob).parse(file)),
      findEvents: async (run, query) => runner.findEvents(id.parse(run), eventQuery.parse(query)),
      iterations: async (run, query) => runner.iterations(id.parse(run), iterationQuery.parse(query)),
      executions: async (workflow, from, limit) =>
        runner.executions(id.parse(workflow), offset.optional().parse(from), natural.optional().parse(limit)),
      readEvents: async (run, from, limit) =>
        runner.readEvents(id.parse(run), natural.optional().parse(from), natural.optional().parse(limit)),
      readBlob: async (run, ref) => runner.readBlob(id.parse(run), id.parse(ref)),
      readBlobPart: async (run, ref, from, bytes) =>
        runner.readBlobPart(id.parse(run), id.parse(ref), offset.parse(from), partBytes.parse(bytes)),
    },
    workflows: {
      list: stores.workflows.list,
      load: async (workflow) => stores.workflows.load(id.parse(workflow)),
      save: async (save) => stores.workflows.save(workflowSave.parse(save)),
      remove: async (workflow) => {
        await runner.cancelAllOf(id.parse(workflow));
        await stores.workflows.remove(workflow);
      },
      checkpoints: async (workflow) => stores.workflows.checkpoints(id.parse(workflow)),
      textOf: async (workflow, revision) => stores.workflows.textOf(id.parse(workflow), natural.parse(revision)),
      nameRevision: async (workflow, revision, name) =>
        stores.workflows.nameRevision(id.parse(workflow), natural.parse(revision), id.optional().parse(name)),
    },
    files: {
      list: async (workflow) => stores.files.list(id.parse(workflow)),
      read: async (workflow, file) => stores.files.read(id.parse(workflow), path.parse(file)),
      write: async (workflow, files) => stores.files.write(id.parse(workflow), fileContents.parse(files)),
      inspect: async (workflow, patterns) =>
        lookAtFiles(filesOf(stores.files, id.parse(workflow)), z.array(path).parse(patterns)),
      remove: async (workflow, paths) => stores.files.remove(id.parse(workflow), z.array(path).parse(paths)),
    },
    keys: {
      status: keys.status,
      set: async (provider, key, passphrase) => {
        await keys.set(id.parse(provider), z.string().parse(key), z.string().min(1).optional().parse(passphrase));
        connections.changed(provider);
      },
      forget: async (provider) => {
        await keys.forget(id.parse(provider));
        connections.changed(provider);
      },
      unlock: async (passphrase) => keys.unlock(z.string().parse(passphrase)),
    },
    secrets: {
      status: keys.secrets.status,
      set: async (name, value, passphrase) =>
        keys.secrets.set(
          secretName.parse(name),
          z.string().parse(value),
          z.string().min(1).optional().parse(passphrase),
        ),
      forget: async (name) => keys.secrets.forget(id.parse(name)),
    },
    settings: {
      providers: settings.providers,
      saveProvider: async (provider) => {
        await settings.saveProvider(provider);
        connections.changed(provider.id);
      },
      saveWindows: async (provider, windows) => settings.saveWindows(id.parse(provider), windows),
      saveLimits: async (provider, limits) => {
        await settings.saveLimits(id.parse(provider), limits);
        tabs.post({ kind: 'limits' });
      },
      removeProvider: async (provider) => {
        await settings.removeProvider(id.parse(provider));
        tabs.post({ kind: 'limits' });
        // The key of a built-in provider stays: it is there again, as it came.
        if (!settings.current().some((left) => left.id === provider)) await keys.forget(provider);
      },
    },
    signIns: {
      states: async (after) => signIns.api.states(z.number().optional().parse(after)),
      begin: async (server, page, client) =>
        signIns.api.begin(address.parse(server), address.parse(page), givenClient.parse(client)),
      finish: async (state, answer, passphrase) =>
        signIns.api.finish(id.parse(state), answerText.parse(answer), z.string().min(1).optional().parse(passphrase)),
      nameOf: async (server) => signIns.api.nameOf(z.string().parse(server)),
      forget: async (server) => signIns.api.forget(address.parse(server)),
    },
    models: { ...catalogue.api, ...connections.api },
    tools: createToolsHost({
      openTools,
      scripts,
      secretOf: keys.secretOf,
      now: systemClock.now,
    }),
    draft: createDraftHost({ models, catalogue: catalogue.fresh, providers: settings.current }),
    follow: (port) => {
      ports.add(port);
      // Anything that comes back means that the follower is done.
      port.onmessage = () => {
        ports.delete(port);
        port.close();
      };
    },
  };
}

/** 128 random bits as text; `crypto.randomUUID` is not there on pages without https. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
