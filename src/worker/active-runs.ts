import { AppError, toFailure } from '@/base/errors';
import type { HistoryCommands } from '@/engine/compaction/history-commands';
import type { EngineDeps } from '@/engine/deps';
import { runPlan } from '@/engine/run-plan';
import type { Execution, Runner } from '@/run/runner';
import { filesOf } from '@/storage/files-of';
import type { Stores } from '@/storage/stores';
import type { Desk } from './desk';
import type { RunLocks } from './run-locks';
import type { UpdateBatcher } from './update-batcher';

/** What runs hang on. */
export interface ActiveRunsOptions {
  readonly stores: Stores;
  /** The engine's ports, besides the stores and the person. */
  readonly world: Omit<EngineDeps, 'events' | 'blobs' | 'checkpoints' | 'files' | 'person'>;
  readonly desk: Desk;
  readonly locks: RunLocks;
  readonly updates: UpdateBatcher;
}

/** The runs that go on in this process. */
export interface ActiveRuns
  extends Pick<
    Runner,
    'cancel' | 'pause' | 'resume' | 'resumeUnfinished' | 'provideInput' | 'compact' | 'restore' | 'takeOver' | 'owner'
  > {
  /** Keeps a new run and sets it going. Resolves once its first event is durable; if none comes to be, nothing of it is kept. */
  begin(execution: Execution): Promise<void>;
  /** Does something to a run while it goes on nowhere; one that has not ended is stopped for it. */
  atRest(execution: Execution, use: () => Promise<void>): Promise<void>;
  cancelAllOf(workflowId: string): Promise<void>;
}

interface ActiveRun {
  readonly workflowId: string;
  readonly stops: Stops;
  /** Set once it has been opened. */
  commands?: HistoryCommands;
  /** Resolves when it is over or paused, however it ended. */
  readonly over: Promise<void>;
}

/** The two ways to stop a run. */
type Stops = { readonly [K in 'cancel' | 'pause']: AbortController };

function newStops(): Stops {
  return { cancel: new AbortController(), pause: new AbortController() };
}

/** Runs plans in this process and keeps them in the stores. */
export function createActiveRuns({ stores, world, desk, locks, updates }: ActiveRunsOptions): ActiveRuns {
  const { executions, events, blobs, checkpoints } = stores;
  const active = new Map<string, ActiveRun>();

  /** Sets a run going. Resolves once its first events are durable or it is over; rejects if it ended before any. */
  function go(
    execution: Execution,
    release: () => void,
    stops = newStops(),
    instead?: (commands: HistoryCommands) => Promise<void>,
  ): Promise<void> {
    const { id: executionId, workflowId, plan } = execution;
    const name = { executionId, workflowId };
    return new Promise((resolve, reject) => {
      const over = runPlan({
        executionId,
        workflowId,
        plan,
        deps: { ...world, events, blobs, checkpoints, files: filesOf(stores.files, workflowId), person: desk },
        signal: stops.cancel.signal,
        pause: stops.pause.signal,
        onEvents: (batch) => {
          updates.events(name, batch);
          resolve();
        },
        onDelta: (delta) => updates.delta(name, delta),
        onStorageFull: (failure) => updates.failure(name, failure ?? null),
        ...(instead === undefined ? {} : { instead }),
        onOpen: (commands) => {
          const run = active.get(executionId);
          if (run !== undefined) run.commands = commands;
        },
      })
        .then(
          () => resolve(),
          (error: unknown) => {
            updates.failure(name, toFailure(error));
            reject(error);
          },
        )
        .finally(() => {
          active.delete(executionId);
          desk.clear(executionId);
          release();
        });
      active.set(executionId, { workflowId, stops, over });
    });
  }

  /** The run as it stands now and the right to run it; undefined if it has ended or another tab runs it. */
  async function takeUp(id: string): Promise<{ execution: Execution; release: () => void } | 'ended' | 'elsewhere'> {
    const release = await locks.hold(id);
    if (release === undefined) return 'elsewhere';
    // Read under the lock: until then another tab may have finished it.
    const execution = await executions.get(id).catch((error: unknown) => {
      release();
      throw error;
    });
    if (execution?.status === 'running' || execution?.status === 'waiting') return { execution, release };
    release();
    return 'ended';
  }

  /** As {@link takeUp}, where another tab is in the way of what the person wants; undefined if it has ended. */
  async function takeUpHere(id: string) {
    const taken = await takeUp(id);
    if (taken === 'elsewhere') {
      throw new AppError('VALIDATION_ERROR', 'This run goes on in another tab.', { advice: 'Go to that tab.' });
    }
    return taken === 'ended' ? undefined : taken;
  }

  async function stop(id: string, way: keyof Stops): Promise<void> {
    const run = active.get(id);
    if (run !== undefined) {
      run.stops[way].abort();
      return run.over;
    }
    const taken = await takeUpHere(id);
    if (taken === undefined) return;
    // Nobody runs it. The engine itself writes how a run ends that was stopped.
    const stops = newStops();
    stops[way].abort();
    await go(taken.execution, taken.release, stops);
    await active.get(id)?.over;
  }

  /** Does something to the history of a run: of one that goes on here, or that a person paused. */
  async function reach(id: string, use: (commands: HistoryCommands) => Promise<void>): Promise<void> {
    const run = active.get(id);
    if (run?.stops.pause.signal.aborted) await run.over;
    const commands = active.get(id)?.commands;
    if (commands !== undefined) return use(commands);
    const taken = await takeUpHere(id);
    if (taken === undefined || !(await pausedByPerson(taken.execution))) {
      taken?.release();
      throw new AppError('VALIDATION_ERROR', 'This run does not go on here.', {
        advice: 'A run that has ended is left as it is. One that has not can be resumed.',
      });
    }
    let refusal: unknown;
    await go(taken.execution, taken.release, newStops(), (given) =>
      use(given).catch((error: unknown) => {
        refusal = error;
      }),
    );
    await active.get(id)?.over;
    if (refusal !== undefined) throw refusal;
  }

  async function pausedByPerson({ id, status, lastSeq }: Execution): Promise<boolean> {
    if (status !== 'waiting') return false;
    const [last] = await events.read(id, lastSeq, 1);
    return last?.kind === 'run.paused' && last.data.reason === 'person';
  }

  return {
    begin: async (execution) => {
      const { id } = execution;
      const release = await locks.hold(id);
      if (release === undefined) throw new AppError('INTERNAL', `Run ${id} exists.`);
      await executions.create(execution).catch((error: unknown) => {
        release();
        throw error;
      });
      await go(execution, release).catch(async (error: unknown) => {
        // Nothing of it has happened: it is as if it had not been started.
        await executions.remove(id);
        throw error;
      });
    },
    cancel: (id) => stop(id, 'cancel'),
    pause: (id) => stop(id, 'pause'),
    resume: async (id) => {
      // One that is being paused is first let come to rest.
      if (active.get(id)?.stops.pause.signal.aborted) await active.get(id)?.over;
      if (active.has(id)) return;
      const taken = await takeUpHere(id);
      if (taken !== undefined) await go(taken.execution, taken.release);
    },
    provideInput: async (id, path, answer) => {
      if (active.has(id)) return desk.answer(id, path, answer);
      throw new AppError('VALIDATION_ERROR', 'This run does not go on here.', {
        advice: 'Resume it, or answer in the tab that runs it.',
      });
    },
    compact: (id) => reach(id, (commands) => commands.compact()),
    restore: (id, tasks) => reach(id, (commands) => commands.restore(tasks)),
    resumeUnfinished: async () => {
      const resumed: string[] = [];
      for (const execution of await executions.unfinished()) {
        const { id } = execution;
        if (active.has(id) || (await pausedByPerson(execution))) continue;
        const taken = await takeUp(id);
        if (typeof taken === 'string') continue;
        // How it fails is told to the followers.
        go(taken.execution, taken.release).catch(() => undefined);
        resumed.push(id);
      }
      return resumed;
    },
    owner: notYet,
    takeOver: notYet,
    atRest: async ({ id, status }, use) => {
      if (status === 'running' || status === 'waiting') {
        // Of a run that goes, it does not matter whether its end could still be written.
        const run = active.get(id);
        run?.stops.cancel.abort();
        await run?.over;
      }
      const release = await locks.hold(id);
      if (release === undefined) {
        throw new AppError('VALIDATION_ERROR', 'This run goes on in another tab.', { advice: 'Stop it there first.' });
      }
      await use().finally(release);
    },
    cancelAllOf: async (workflowId) => {
      const own = [...active].filter(([, run]) => run.workflowId === workflowId);
      await Promise.all(own.map(([id]) => stop(id, 'cancel')));
    },
  };
}

/** INTERIM */
async function notYet(): Promise<never> {
  throw new AppError('INTERNAL', 'Not there yet.');
}
