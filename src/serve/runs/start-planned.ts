import { hashText } from '@/base/hash';
import { createRunRecord } from '@/host/new-run';
import type { RunHost } from '@/host/run-host';
import type { RunSource } from '@/storage/run-journal';
import { createRequestRefusal } from '../refused-request';
import type { ServedWorld, ServeOptions } from '../serve-options';
import type { KeyedRequest } from './keyed-request';
import type { PlannedStart } from './plan-start';
import { isSent } from './sent-workflow';

interface StarterOptions
  extends Pick<ServeOptions, 'stores' | 'workflows' | 'machines' | 'limits'>,
    Pick<ServedWorld, 'clock' | 'newId'> {
  readonly host: RunHost;
  /** The runs that run here; a run that starts is added, and removed when it is over. */
  readonly active: Set<string>;
  /** How many runs run here. */
  readonly here: () => number;
  readonly isDraining: () => boolean;
}

/**
 * Makes what starts the runs of a server. `find` plans a run, and is not called for a request that has started its run
 * before. Resolves to the id of the run once its first events are stored. Errors: those of `find`, 400, 409, 422, 503.
 */
export function createStarter(
  options: StarterOptions,
): (find: () => Promise<PlannedStart>, keyed: KeyedRequest | undefined) => Promise<string> {
  const { stores, workflows, machines, limits, clock, newId, host, active, here, isDraining } = options;
  let starting = 0;
  /** The runs of requests with a key that are being started here. */
  const beginning = new Set<string>();

  /** Labels of the machines for a run that asks for these. Errors: 400, 422, 503. */
  async function findLabels(wished: readonly string[]): Promise<readonly string[]> {
    if (machines !== undefined) return machines.fit(wished);
    if (wished.length === 0) return [];
    throw createRequestRefusal(400, 'This server has no labels: it shares its runs with no other machine.');
  }

  async function giveFiles(id: string, { files = [], filesFrom }: PlannedStart): Promise<void> {
    const mine = new Set(files.map(({ path }) => path));
    for (const { path } of filesFrom === undefined ? [] : await stores.files.list(filesFrom)) {
      const content = mine.has(path) ? undefined : await stores.files.read(filesFrom ?? '', path);
      if (content !== undefined) await stores.files.write(id, [{ path, content }]);
    }
    if (files.length > 0) await stores.files.write(id, files);
  }

  /** A fork with the plan of its run is of what that run was of. */
  async function sourceOfStart({ workflowId, text, filesFrom }: PlannedStart): Promise<RunSource | undefined> {
    if (text === undefined) return filesFrom === undefined ? undefined : stores.sources?.get(filesFrom);
    const place = isSent(workflowId) ? undefined : workflows.placeOf?.(workflowId);
    return place && { ...place, hash: hashText(text) };
  }

  /** Whether a request has started its run, which begins if it has not yet. Errors: 409, 422. */
  async function hasStarted({ runId, hash }: KeyedRequest): Promise<boolean> {
    const run = await stores.executions.get(runId);
    const holder = await stores.locks.holder(runId);
    if (run !== undefined && run.request !== hash) {
      throw createRequestRefusal(
        422,
        'This Idempotency-Key came with another request.',
        'Send a new key with a new request.',
      );
    }
    if (holder !== undefined && (run === undefined || run.lastSeq === 0)) throw createUnderWayError();
    // The server that stored it ended before its first event.
    if (run?.lastSeq === 0) await host.resume(runId);
    return run !== undefined;
  }

  async function beginRun(find: () => Promise<PlannedStart>, keyed: KeyedRequest | undefined): Promise<string> {
    if (keyed === undefined) return beginNew(find, undefined);
    if (beginning.has(keyed.runId)) throw createUnderWayError();
    beginning.add(keyed.runId);
    try {
      return (await hasStarted(keyed)) ? keyed.runId : await beginNew(find, keyed);
    } finally {
      beginning.delete(keyed.runId);
    }
  }

  async function beginNew(find: () => Promise<PlannedStart>, keyed: KeyedRequest | undefined): Promise<string> {
    if (isDraining()) throw createRequestRefusal(503, 'The server is stopping.', 'Try again later.');
    // Of several machines another one may have room.
    if (machines === undefined && here() + starting >= limits.runs) {
      throw createRequestRefusal(
        503,
        `There are ${limits.runs} runs under way, the most that this server runs.`,
        'Try again later.',
      );
    }
    starting += 1;
    try {
      const start = await find();
      const { workflowId, plan, fork } = start;
      const id = keyed?.runId ?? newId();
      // Nothing has happened in a run that did not start, so it is removed.
      const removeFailed = async (error: unknown): Promise<never> => {
        await host.remove([id]);
        throw error;
      };
      const labels = await findLabels(start.labels ?? []);
      const forkedFrom = fork?.forkedFrom;
      const execution = createRunRecord({
        ...{ id, workflowId, plan, forkedFrom, labels },
        now: clock.now(),
        request: keyed?.hash,
      });
      const create = host.create(execution, async () => {
        // Another server was faster. What it stored stays.
        if (keyed && (await stores.executions.get(id)) !== undefined) throw createUnderWayError();
        await giveFiles(id, start);
        const source = await sourceOfStart(start);
        if (source !== undefined) await stores.sources?.put(id, source);
      });
      const taken = await create.catch(async (error: unknown) => {
        if (keyed && (await stores.locks.holder(id)) !== undefined) throw createUnderWayError();
        throw error;
      });
      try {
        for (const written of fork?.texts ?? []) await stores.blobs.put(id, written);
      } catch (error) {
        taken.hold.release();
        await removeFailed(error);
      }
      if (machines !== undefined) {
        taken.hold.release();
        await machines.own(execution, 0).catch(removeFailed);
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
        await removeFailed(error);
      });
      return id;
    } finally {
      starting -= 1;
    }
  }

  return beginRun;
}

const createUnderWayError = () => createRequestRefusal(409, 'This request is under way.', 'Send it again in a moment.');
