import { AppError, toFailure } from '@/base/errors';
import type { HistoryCommands } from '@/engine/compaction/history-commands';
import type { Execution, Runner, RunOwner } from '@/run/runner';
import { evaluateRun, type RunSurroundings, type Stops } from './evaluate-run';
import { lossOf } from './fence-stores';
import { providersOf } from './providers-of';
import type { RunHold } from './run-locks';
import type { TabChannel } from './tab-channel';
import type { UpdateBatcher } from './update-batcher';

/** What runs hang on. */
export interface ActiveRunsOptions extends RunSurroundings {
  readonly updates: UpdateBatcher;
  readonly tabs: TabChannel;
  /** How long a tab that is asked to let go of a run is waited for, in ms. Default: 3,000. */
  readonly patienceMs?: number;
}

/** The runs that go on in this process. */
export interface ActiveRuns
  extends Pick<
    Runner,
    | 'cancel'
    | 'pause'
    | 'resume'
    | 'resumeUnfinished'
    | 'provideInput'
    | 'compact'
    | 'restore'
    | 'takeOver'
    | 'takeUp'
    | 'owner'
  > {
  /** Keeps a new run and sets it going. Resolves once its first event is durable; if none comes to be, nothing of it is kept. */
  begin(execution: Execution): Promise<void>;
  /** Does something to a run while it goes on nowhere; one that has not ended is stopped for it. */
  atRest(execution: Execution, use: () => Promise<void>): Promise<void>;
  /** Cancels the runs of a workflow that go on here, and has other tabs let go of theirs. */
  cancelAllOf(workflowId: string): Promise<void>;
  isHere(executionId: string): boolean;
  /** Lets go of a run for another tab, if it goes on here: what is in flight is stopped, and nothing is said of it in the log. */
  leave(executionId: string): void;
}

interface ActiveRun {
  readonly workflowId: string;
  readonly stops: Stops;
  /** Set once it has been opened. */
  commands?: HistoryCommands;
  /** Resolves when it is over or paused, however it ended. */
  readonly over: Promise<void>;
}

function newStops(): Stops {
  return { cancel: new AbortController(), pause: new AbortController(), leave: new AbortController() };
}

function isUnfinished(execution: Execution | undefined): execution is Execution {
  return execution?.status === 'running' || execution?.status === 'waiting';
}

/** Runs plans in this process and keeps them in the stores. */
export function createActiveRuns(options: ActiveRunsOptions): ActiveRuns {
  const { stores, world, desk, locks, updates, tabs, patienceMs = 3000 } = options;
  const { executions, events } = stores;
  const active = new Map<string, ActiveRun>();

  /** Sets a run going. Resolves once its first events are durable or it is over; rejects if it ended before any. */
  function go(
    execution: Execution,
    hold: RunHold,
    stops = newStops(),
    instead?: (commands: HistoryCommands) => Promise<void>,
  ): Promise<void> {
    const { id: executionId, workflowId } = execution;
    const name = { executionId, workflowId };
    let isTold = false;
    return new Promise((resolve, reject) => {
      const over = evaluateRun(options, {
        execution,
        hold,
        stops,
        onEvents: (batch) => {
          updates.events(name, batch);
          // What waited in a tab that had it before, and died, was told by that.
          if (!isTold) updates.waits(name, []);
          isTold = true;
          resolve();
        },
        onDelta: (delta) => updates.delta(name, delta),
        onWaits: (waits) => updates.waits(name, waits),
        onStorageFull: (failure) => updates.failure(name, failure ?? null),
        onCodeMissing: (failure) => updates.failure(name, failure ?? null),
        ...(instead === undefined ? {} : { instead }),
        onOpen: (commands) => {
          const run = active.get(executionId);
          if (run !== undefined) run.commands = commands;
        },
      })
        .then(resolve, (error: unknown) => {
          if (lossOf(error) === 'gone') updates.gone(name);
          // Who has it now tells how it goes.
          if (stops.leave.signal.aborted || lossOf(error) === 'gone') return resolve();
          updates.failure(name, toFailure(error));
          reject(error);
        })
        .finally(() => {
          active.delete(executionId);
          desk.clear(executionId);
          hold.release();
        });
      active.set(executionId, { workflowId, stops, over });
    });
  }

  /** The run as it stands now and the right to run it, or why there is none. */
  async function takeFree(id: string): Promise<{ execution: Execution; hold: RunHold } | 'ended' | 'elsewhere'> {
    const hold = await locks.hold(id);
    if (hold === undefined) return 'elsewhere';
    const execution = await unfinished(id, hold);
    return execution === undefined ? 'ended' : { execution, hold };
  }

  /** A run as it stands, read under the right to run it: until then another tab may have finished it. One that has ended is let go of. */
  async function unfinished(id: string, { release }: RunHold): Promise<Execution | undefined> {
    const execution = await executions.get(id).catch((error: unknown) => {
      release();
      throw error;
    });
    if (isUnfinished(execution)) return execution;
    release();
    return undefined;
  }

  /** As {@link takeFree}, where another tab is in the way of what the person wants; undefined if it has ended. */
  async function takeHere(id: string) {
    const taken = await takeFree(id);
    if (taken === 'elsewhere') {
      throw new AppError('VALIDATION_ERROR', 'This run goes on in another tab.', {
        advice: 'Go to that tab, or run it here.',
      });
    }
    return taken === 'ended' ? undefined : taken;
  }

  /** The right to run what another tab may run: that is asked for it, and if it does not answer the right is taken from it. */
  async function wrest(id: string): Promise<RunHold> {
    const free = await locks.hold(id);
    if (free !== undefined) return free;
    tabs.post({ kind: 'leave', executionId: id });
    return (await locks.hold(id, patienceMs)) ?? locks.steal(id);
  }

  async function stop(id: string, way: 'cancel' | 'pause'): Promise<void> {
    const run = active.get(id);
    if (run !== undefined) {
      run.stops[way].abort();
      return run.over;
    }
    const taken = await takeHere(id);
    if (taken === undefined) return;
    // Nobody runs it. The engine itself writes how a run ends that was stopped.
    const stops = newStops();
    stops[way].abort();
    await go(taken.execution, taken.hold, stops);
    await active.get(id)?.over;
  }

  /** Whether a run goes on here; one that is coming to rest is first let do so. */
  async function goesOn(id: string): Promise<boolean> {
    const run = active.get(id);
    if (run?.stops.pause.signal.aborted || run?.stops.leave.signal.aborted) await run.over;
    return active.has(id);
  }

  /** Does something to the history of a run: of one that goes on here, or that a person paused. */
  async function reach(id: string, use: (commands: HistoryCommands) => Promise<void>): Promise<void> {
    await goesOn(id);
    const commands = active.get(id)?.commands;
    if (commands !== undefined) return use(commands);
    const taken = await takeHere(id);
    if (taken === undefined || !(await pausedByPerson(taken.execution))) {
      taken?.hold.release();
      throw new AppError('VALIDATION_ERROR', 'This run does not go on here.', {
        advice: 'A run that has ended is left as it is. One that has not can be resumed.',
      });
    }
    let refusal: unknown;
    await go(taken.execution, taken.hold, newStops(), (given) =>
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

  async function owner(id: string): Promise<RunOwner> {
    if (active.has(id)) return 'here';
    return (await locks.isHeld(id)) ? 'elsewhere' : 'nobody';
  }

  function needsKey({ plan }: Execution): boolean {
    return [...providersOf(plan)].some((provider) => world.models.keyState(provider) === 'needed');
  }

  return {
    begin: async (execution) => {
      const { id } = execution;
      const hold = await locks.hold(id);
      if (hold === undefined) throw new AppError('INTERNAL', `Run ${id} exists.`);
      await executions.create(execution).catch((error: unknown) => {
        hold.release();
        throw error;
      });
      await go(execution, hold).catch(async (error: unknown) => {
        // Nothing of it has happened: it is as if it had not been started.
        await executions.remove(id);
        throw error;
      });
    },
    cancel: (id) => stop(id, 'cancel'),
    pause: (id) => stop(id, 'pause'),
    resume: async (id) => {
      if (await goesOn(id)) return;
      const taken = await takeHere(id);
      if (taken !== undefined) await go(taken.execution, taken.hold);
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
        const taken = await takeFree(id);
        if (typeof taken === 'string') continue;
        // How it fails is told to the followers.
        go(taken.execution, taken.hold).catch(() => undefined);
        resumed.push(id);
      }
      return resumed;
    },
    owner,
    takeOver: async (id) => {
      if (await goesOn(id)) return;
      const hold = await wrest(id);
      const execution = await unfinished(id, hold);
      if (execution !== undefined) await go(execution, hold);
    },
    takeUp: async (id) => {
      const before = await owner(id);
      const execution = before === 'nobody' ? await executions.get(id) : undefined;
      if (!isUnfinished(execution) || (await pausedByPerson(execution)) || needsKey(execution)) return before;
      const taken = await takeFree(id);
      if (typeof taken !== 'string') await go(taken.execution, taken.hold);
      return owner(id);
    },
    atRest: async ({ id }, use) => {
      const run = active.get(id);
      // It does not matter whether its end can still be written.
      run?.stops.cancel.abort();
      await run?.over;
      const hold = await wrest(id);
      await use().finally(hold.release);
    },
    isHere: (id) => active.has(id),
    leave: (id) => active.get(id)?.stops.leave.abort(),
    cancelAllOf: async (workflowId) => {
      const own = [...active].filter(([, run]) => run.workflowId === workflowId);
      await Promise.all(own.map(([id]) => stop(id, 'cancel')));
      const others = (await executions.unfinished()).filter((execution) => execution.workflowId === workflowId);
      await Promise.all(others.map(async ({ id }) => (await wrest(id)).release()));
    },
  };
}
