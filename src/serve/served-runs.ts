import { AppError } from '@/base/errors';
import { hashText } from '@/base/hash';
import type { RunName } from '@/host/host-options';
import { newRun } from '@/host/new-run';
import { createRunHost, type RunHost } from '@/host/run-host';
import type { RunnablePlan } from '@/plan/make-plan';
import type { RunEvent } from '@/run/events';
import type { StreamDelta } from '@/run/runner';
import { type ReadServed, readServed } from './input-schema';
import { MachineHere } from './machines/machine-here';
import { machineWork } from './machines/machine-work';
import { spreadHost } from './machines/spread-host';
import { spreadModels } from './machines/spread-models';
import { spreadScripts } from './machines/spread-scripts';
import { refusedRequest } from './refused-request';
import { DrainGate } from './runs/drain-gate';
import type { KeyedRequest } from './runs/keyed-request';
import { createStartPlanner, type ForkWish, type PlannedStart, type StartWish } from './runs/plan-start';
import { filesOfRun } from './runs/run-files';
import { RunHub } from './runs/run-hub';
import { dropBrokenSent } from './runs/sent-runs';
import { isSent, type SentWorkflow, servedOfSent } from './runs/sent-workflow';
import type { ServedWorkflow, ServeOptions } from './serve-options';

/** The runs of a server: the one host, what watches it, and how it stops. */
export interface ServedRuns {
  readonly host: RunHost;
  readonly hub: RunHub;
  /** Whether other machines run them too, and take over from one that fails. */
  readonly isShared: boolean;
  /** Takes part in what several machines do together; nothing if there is only this one. */
  join(): Promise<void>;
  /** How many runs are under way here. */
  readonly active: number;
  /** Effects that this machine performs as one of several: those under way, and all that began. */
  readonly performed: { readonly underWay: number; readonly begun: number };
  readonly isDraining: boolean;
  /** The workflow of a name. Error 404. */
  workflow(name: string): Promise<ReadServed>;
  workflows(): Promise<readonly ReadServed[]>;
  /** The plan of a run, without starting it. Errors: 400, 404, 422. */
  plan(name: string, wish: StartWish): Promise<RunnablePlan>;
  /**
   * Starts a run. Resolves to its id once its first events are stored; of a repeated request to that of the run that it
   * had started. Errors: 400, 404, 409 (the same request is under way), 422, 503.
   */
  start(name: string, wish: StartWish, keyed?: KeyedRequest): Promise<string>;
  /** As {@link ServedRuns.start}, of a workflow that is not in the folder. */
  startSent(sent: SentWorkflow, wish: StartWish, keyed?: KeyedRequest): Promise<string>;
  /** Starts a fork of a run, of a workflow that comes along or else of its own, as {@link ServedRuns.start}. */
  fork(executionId: string, sent: SentWorkflow | undefined, wish: ForkWish, keyed?: KeyedRequest): Promise<string>;
  /** Resumes what had not ended when the last process did. Resolves to the ids of those runs. */
  resumeUnfinished(): Promise<readonly string[]>;
  /** Lets calls under way end, releases all runs, and ends all watches. A later process resumes the runs. */
  drain(): Promise<void>;
  /** Aborted when the server stops. */
  readonly stopped: AbortSignal;
}

/** Most workflows that are kept as they were read. */
const maxRead = 4000;

/** What a host of runs needs of a server. */
type ServedRunsOptions = Pick<
  ServeOptions,
  'stores' | 'workflows' | 'world' | 'known' | 'refusalOf' | 'machines' | 'limits' | 'log'
>;

/** Makes the host of a server's runs. */
export function createServedRuns(options: ServedRunsOptions): ServedRuns {
  const { stores, workflows, world, known, refusalOf, machines, limits, log } = options;
  const { filesOf, writesThrough, sandbox, ...shared } = world;
  const gate = new DrainGate();
  const active = new Set<string>();
  const stopping = new AbortController();
  let isDraining = false;
  let starting = 0;
  /** The runs of requests with a key that are being started here. */
  const beginning = new Set<string>();

  const filesFor = (executionId: string, workflowId: string) =>
    filesOfRun(executionId, { own: stores.files, beneath: filesOf(workflowId), writesThrough });
  const removeFiles = async ({ executionId }: RunName) => {
    const files = await stores.files.list(executionId);
    await stores.files.remove(
      executionId,
      files.map(({ path }) => path),
    );
  };
  const hub = new RunHub(
    (run, { code }) => log.error({ run: run.executionId, code }, 'A run was given up. It can be resumed.'),
    (run) => void removeFiles(run).catch(() => log.warn({ run: run.executionId }, 'The files of a run stay.')),
    stores.text,
  );
  hub.tap((run, events) => note(run, events));
  const unwatch = stores.news?.watch((id) => hub.look(id));
  function note({ executionId, workflowId }: RunName, events: readonly RunEvent[]): void {
    active.add(executionId);
    for (const { kind } of events) {
      if (!noted.has(kind)) continue;
      log.info({ run: executionId, workflow: workflowId, kind }, 'run');
    }
  }

  const mine = new MachineHere();
  const models = gate.models(shared.models);
  const own = createRunHost({
    ...shared,
    stores,
    locks: stores.locks,
    listener: hub,
    models: machines === undefined ? models : gate.models(spreadModels(shared.models, machines, mine)),
    scripts: (run) =>
      gate.scripts(
        machines === undefined || sandbox === undefined
          ? shared.scripts(run)
          : spreadScripts(sandbox, run, machines, shared.newId),
      ),
    tools: (run) => gate.tools(shared.tools(run)),
    files: ({ id, workflowId }) => filesFor(id, workflowId),
  });
  const host = machines === undefined ? own : spreadHost(own, stores, machines);
  const means = {
    models,
    blobs: stores.blobs,
    newId: shared.newId,
    show: (delta: StreamDelta) => hub.text(delta),
    sandbox: sandbox && gate.scripts(sandbox),
  };
  const here = () => {
    for (const id of active) if (!host.isHere(id)) active.delete(id);
    return active.size;
  };

  const planner = createStartPlanner({
    stores,
    known,
    refusalOf,
    host: own,
    catalogue: shared.catalogue,
    filesOf,
    filesFor,
  });
  const readBefore = new Map<string, ReadServed>();
  /** A workflow is read again when its text has changed. */
  const read = (found: ServedWorkflow): ReadServed => {
    const before = readBefore.get(found.name);
    const served = before?.text === found.text ? { ...before, ...found } : readServed(found, known);
    if (readBefore.size >= maxRead) readBefore.clear();
    readBefore.set(found.name, served);
    return served;
  };

  async function workflow(name: string): Promise<ReadServed> {
    const found = await workflows.read(name);
    if (found === undefined)
      throw refusedRequest(404, 'There is no such workflow here.', 'GET /api/v1/workflows lists them.');
    return read(found);
  }

  /** Labels of the machines for a run that asks for these. Errors: 400, 422, 503. */
  async function labelsOf(wished: readonly string[]): Promise<readonly string[]> {
    if (machines !== undefined) return machines.fit(wished);
    if (wished.length === 0) return [];
    throw refusedRequest(400, 'This server has no labels: it shares its runs with no other machine.');
  }

  const readSent = (sent: SentWorkflow) => readServed(servedOfSent(sent, shared.clock.now()), known);

  async function giveFiles(id: string, { files = [], filesFrom }: PlannedStart): Promise<void> {
    const mine = new Set(files.map(({ path }) => path));
    for (const { path } of filesFrom === undefined ? [] : await stores.files.list(filesFrom)) {
      const content = mine.has(path) ? undefined : await stores.files.read(filesFrom ?? '', path);
      if (content !== undefined) await stores.files.write(id, [{ path, content }]);
    }
    if (files.length > 0) await stores.files.write(id, files);
  }

  /** Whether a request has started its run. Errors: 409, 422. */
  async function hasStarted({ runId, hash }: KeyedRequest): Promise<boolean> {
    const run = await stores.executions.get(runId);
    const holder = await stores.locks.holder(runId);
    if (run !== undefined && run.request !== hash) {
      throw refusedRequest(
        422,
        'This Idempotency-Key came with another request.',
        'Send a new key with a new request.',
      );
    }
    if (holder !== undefined && (run === undefined || run.lastSeq === 0)) throw underWay();
    return run !== undefined;
  }

  async function begin(find: () => Promise<PlannedStart>, keyed: KeyedRequest | undefined): Promise<string> {
    if (keyed === undefined) return beginNew(find, undefined);
    if (beginning.has(keyed.runId)) throw underWay();
    beginning.add(keyed.runId);
    try {
      return (await hasStarted(keyed)) ? keyed.runId : await beginNew(find, keyed);
    } finally {
      beginning.delete(keyed.runId);
    }
  }

  async function beginNew(find: () => Promise<PlannedStart>, keyed: KeyedRequest | undefined): Promise<string> {
    if (isDraining) throw refusedRequest(503, 'The server is stopping.', 'Try again later.');
    // Of several machines another one may have room.
    if (machines === undefined && here() + starting >= limits.runs) {
      throw refusedRequest(
        503,
        `There are ${limits.runs} runs under way, the most that this server runs.`,
        'Try again later.',
      );
    }
    starting += 1;
    try {
      const start = await find();
      const { workflowId, text, plan, fork } = start;
      const id = keyed?.runId ?? shared.newId();
      // Nothing has happened in a run that did not start, so it is removed.
      const removed = async (error: unknown): Promise<never> => {
        await host.remove([id]);
        throw error;
      };
      const labels = await labelsOf(start.labels ?? []);
      const forkedFrom = fork?.forkedFrom;
      const execution = newRun({
        ...{ id, workflowId, plan, forkedFrom, labels },
        now: shared.clock.now(),
        request: keyed?.hash,
      });
      const create = host.create(execution, async () => {
        // Another server was faster. What it stored stays.
        if (keyed && (await stores.executions.get(id)) !== undefined) throw underWay();
        await giveFiles(id, start);
        const place = isSent(workflowId) ? undefined : workflows.placeOf?.(workflowId);
        if (place && text !== undefined) await stores.sources?.put(id, { ...place, hash: hashText(text) });
      });
      const taken = await create.catch(async (error: unknown) => {
        if (keyed && (await stores.locks.holder(id)) !== undefined) throw underWay();
        throw error;
      });
      try {
        for (const written of fork?.texts ?? []) await stores.blobs.put(id, written);
      } catch (error) {
        taken.hold.release();
        await removed(error);
      }
      if (machines !== undefined) {
        taken.hold.release();
        await machines.own(execution, 0).catch(removed);
        return id;
      }
      active.add(id);
      const run = host.go(taken);
      void run.over.then(() => {
        taken.hold.release();
        active.delete(id);
      });
      await run.started.catch(async (error: unknown) => {
        await run.over;
        await removed(error);
      });
      return id;
    } finally {
      starting -= 1;
    }
  }

  return {
    host,
    hub,
    isShared: machines !== undefined,
    join: async () => {
      await machines?.join(
        machineWork({
          host: own,
          stores,
          here: mine,
          hasRoom: () => !isDraining && here() < limits.runs,
          perform: (effect, signal) => mine.perform(effect, means, signal),
        }),
      );
    },
    get active() {
      return here();
    },
    performed: mine.performed,
    get isDraining() {
      return isDraining;
    },
    workflow,
    workflows: async () => (await workflows.list()).map(read),
    plan: async (name, wish) => planner.planOf(await workflow(name), wish),
    start: (name, wish, keyed) => begin(async () => planner.start(await workflow(name), wish), keyed),
    startSent: (sent, wish, keyed) => begin(() => planner.start(readSent(sent), wish), keyed),
    fork: (id, sent, wish, keyed) =>
      begin(async () => planner.fork(await runOf(options, id), sent && readSent(sent), wish), keyed),
    resumeUnfinished: async () => {
      await dropBrokenSent(stores);
      const resumed = await host.resumeUnfinished();
      for (const id of resumed) active.add(id);
      return resumed;
    },
    drain: async () => {
      if (isDraining) return;
      isDraining = true;
      machines?.retire();
      await gate.close(limits.drainMs);
      for (const id of active) {
        mine.leaving.add(id);
        host.leave(id);
      }
      // What does not let go is ended with the process, and resumed from its log as after a kill.
      for (let left = 40; left > 0 && here() > 0; left -= 1) await new Promise((resolve) => setTimeout(resolve, 50));
      await machines?.leave();
      unwatch?.();
      stopping.abort();
    },
    stopped: stopping.signal,
  };
}

const underWay = () => refusedRequest(409, 'This request is under way.', 'Send it again in a moment.');

/** Events that are worth a line in the log of the server. */
const noted: ReadonlySet<RunEvent['kind']> = new Set([
  ...(['run.started', 'run.resumed', 'run.paused', 'run.completed', 'run.failed', 'run.cancelled'] as const),
]);

/** The run of an id. Error 404. */
export async function runOf({ stores }: Pick<ServeOptions, 'stores'>, id: string) {
  const run = await stores.executions.get(id).catch((error: unknown) => {
    // An id that is no name of a folder is no run.
    if (error instanceof AppError && error.code === 'VALIDATION_ERROR') return undefined;
    throw error;
  });
  if (run === undefined) throw refusedRequest(404, 'There is no such run.');
  return run;
}
