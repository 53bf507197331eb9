import { AppError } from '@/base/errors';
import type { RunName } from '@/host/host-options';
import { createRunHost, type RunHost } from '@/host/run-host';
import type { RunnablePlan } from '@/plan/make-plan';
import type { RunEvent } from '@/run/events';
import type { HeldBy } from '@/run/listed-status';
import type { StreamDelta } from '@/run/runner';
import { type ReadServed, readServed } from './input-schema';
import { MachineHere } from './machines/machine-here';
import { createMachineWork } from './machines/machine-work';
import { MovingRuns } from './machines/moving-runs';
import { createSpreadHost } from './machines/spread-host';
import { createSpreadModels } from './machines/spread-models';
import { createSpreadScripts } from './machines/spread-scripts';
import { createRequestRefusal } from './refused-request';
import { DrainGate } from './runs/drain-gate';
import type { KeyedRequest } from './runs/keyed-request';
import { createStartPlanner, type ForkWish, type StartWish } from './runs/plan-start';
import { createRunFiles } from './runs/run-files';
import { RunHub } from './runs/run-hub';
import { dropBrokenSent } from './runs/sent-runs';
import { createServedFromSent, type SentWorkflow } from './runs/sent-workflow';
import { createStarter } from './runs/start-planned';
import type { ServedWorkflow, ServeOptions } from './serve-options';

/** The runs of a server: the one host, what watches it, and how it stops. */
export interface ServedRuns {
  readonly host: RunHost;
  readonly hub: RunHub;
  /** Whether other machines run them too, and take over from one that fails. */
  readonly isShared: boolean;
  /** Takes part in what several machines do together; nothing if there is only this one. */
  join(): Promise<void>;
  /** Who runs a run that is recorded as running. */
  holderOf(executionId: string): Promise<HeldBy>;
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

  const filesFor = (executionId: string, workflowId: string) =>
    createRunFiles(executionId, { own: stores.files, beneath: filesOf(workflowId), writesThrough });
  const removeFiles = async ({ executionId }: RunName) => {
    const files = await stores.files.list(executionId);
    await stores.files.remove(
      executionId,
      files.map(({ path }) => path),
    );
  };
  const moving = new MovingRuns(() => performance.now());
  const hub = new RunHub(
    (run, { code }) => {
      moving.giveUp(run.executionId);
      log.error({ run: run.executionId, code }, 'A run was given up. It can be resumed.');
    },
    (run) => void removeFiles(run).catch(() => log.warn({ run: run.executionId }, 'The files of a run stay.')),
    stores.text,
    ({ executionId }, failure) => {
      const run = { run: executionId, ...(failure && { code: failure.code }) };
      if (failure === null) log.info(run, 'A run continues.');
      else log.error(run, `A run waits: ${failure.message} It continues by itself.`);
    },
  );
  hub.tap((run, events) => noteEvents(run, events));
  const unwatch = stores.news?.watch((id) => hub.look(id));
  function noteEvents({ executionId, workflowId }: RunName, events: readonly RunEvent[]): void {
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
    models: machines === undefined ? models : gate.models(createSpreadModels(shared.models, machines, mine)),
    scripts: (run) =>
      gate.scripts(
        machines === undefined || sandbox === undefined
          ? shared.scripts(run)
          : createSpreadScripts(sandbox, run, machines, shared.newId),
      ),
    tools: (run) => gate.tools(shared.tools(run)),
    files: ({ id, workflowId }) => filesFor(id, workflowId),
  });
  const host = machines === undefined ? own : createSpreadHost(own, stores, machines);
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
    workflows,
    catalogue: shared.catalogue,
    filesOf,
    filesFor,
  });
  const readBefore = new Map<string, ReadServed>();
  /** A workflow is read again when its text has changed. */
  const readFound = (found: ServedWorkflow): ReadServed => {
    const before = readBefore.get(found.name);
    const served = before?.text === found.text ? { ...before, ...found } : readServed(found, known);
    if (readBefore.size >= maxRead) readBefore.clear();
    readBefore.set(found.name, served);
    return served;
  };

  async function workflow(name: string): Promise<ReadServed> {
    const found = await workflows.read(name);
    if (found === undefined)
      throw createRequestRefusal(404, 'There is no such workflow here.', 'GET /api/v1/workflows lists them.');
    return readFound(found);
  }

  const readSent = (sent: SentWorkflow) => readServed(createServedFromSent(sent, shared.clock.now()), known);

  const begin = createStarter({
    ...{ stores, workflows, machines, limits, host, active, here },
    clock: shared.clock,
    newId: shared.newId,
    isDraining: () => isDraining,
  });

  return {
    host,
    hub,
    isShared: machines !== undefined,
    holderOf: async (id) => {
      if ((await host.owner(id)) === 'nobody') return machines !== undefined && moving.isMoving(id) ? 'soon' : 'nobody';
      moving.take(id);
      return 'somebody';
    },
    join: async () => {
      await machines?.join(
        createMachineWork({
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
    workflows: async () => (await workflows.list()).map(readFound),
    plan: async (name, wish) => planner.planOf(await workflow(name), wish),
    start: (name, wish, keyed) => begin(async () => planner.start(await workflow(name), wish), keyed),
    startSent: (sent, wish, keyed) => begin(() => planner.start(readSent(sent), wish), keyed),
    fork: (id, sent, wish, keyed) =>
      begin(async () => planner.fork(await findServedRun(options, id), sent && readSent(sent), wish), keyed),
    resumeUnfinished: async () => {
      await dropBrokenSent(stores);
      const resumed = await host.resumeUnfinished();
      for (const id of resumed) active.add(id);
      // What is not found is asked, so nobody waits for it.
      void own.indexCalls(stopping.signal).catch(() => undefined);
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

/** Events that are worth a line in the log of the server. */
const noted: ReadonlySet<RunEvent['kind']> = new Set([
  ...(['run.started', 'run.resumed', 'run.paused', 'run.completed', 'run.failed', 'run.cancelled'] as const),
]);

/** The run of an id. Error 404. */
export async function findServedRun({ stores }: Pick<ServeOptions, 'stores'>, id: string) {
  const run = await stores.executions.get(id).catch((error: unknown) => {
    // An id that is no name of a folder is no run.
    if (error instanceof AppError && error.code === 'VALIDATION_ERROR') return undefined;
    throw error;
  });
  if (run === undefined) throw createRequestRefusal(404, 'There is no such run.');
  return run;
}
