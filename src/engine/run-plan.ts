import type { Failure } from '@/base/errors';
import { createGlobalEnvironment } from '@/plan/global-environment';
import type { ModelCatalogue } from '@/plan/model-facts';
import type { Plan } from '@/plan/plan';
import type { RunEvent } from '@/run/events';
import { appendStep } from '@/run/journal-path';
import type { ForkedFrom, RunStatus } from '@/run/run-state';
import type { StreamDelta, WaitingCalls } from '@/run/runner';
import type { Frame, RunContext, RunWatch } from './attempt';
import { Histories } from './compaction/histories';
import { type HistoryCommands, noHistory } from './compaction/history-commands';
import { GraphScope } from './context/graph-scope';
import { PruneHooks } from './context/prune-hooks';
import type { EngineDeps } from './deps';
import { createKeyGate } from './effects/key-gate';
import { LimitWaits } from './effects/limit-waits';
import { Meter } from './effects/meter';
import { RunPrices } from './effects/run-prices';
import { createSignInGate } from './effects/sign-in-gate';
import { Slots } from './effects/slots';
import { computeWorkedMs } from './effects/time-worked';
import { Checkpointer } from './log/checkpointer';
import { createEventLog } from './log/event-log';
import { createJournal } from './log/journal';
import { openHistory } from './log/open-history';
import { OpenPipelines } from './log/open-pipelines';
import type { Recording } from './log/recording';
import { findTaskOrder } from './log/restore-end';
import type { RunHistory } from './log/run-history';
import { createStorageRoom } from './log/storage-room';
import { Breakpoints } from './questions/breakpoints';
import type { TaskEnd } from './task-end';
import { ChosenPart } from './tasks/chosen-part';
import { Results } from './tasks/results';
import { runGraph } from './tasks/run-graph';
import { runTask } from './tasks/run-task';

/** A run to start or to resume: the log in `deps.events` decides which. */
export interface RunPlanOptions {
  readonly executionId: string;
  readonly workflowId: string;
  readonly plan: Plan;
  readonly deps: EngineDeps;
  /** Cancels the run: running tasks are stopped, finished work is kept. */
  readonly signal: AbortSignal;
  /** Stops what is running without ending the run, which can be resumed. */
  readonly pause?: AbortSignal;
  /** Like `pause`, but the log does not mention it: another process resumes the run, or has done so. */
  readonly leave?: AbortSignal;
  /** Receives events in order once they are durable. Events from before a reload are not sent again. */
  readonly onEvents: (events: readonly RunEvent[]) => void;
  readonly onDelta: (delta: StreamDelta) => void;
  /** Receives the calls that wait for limits of providers, whenever they change. */
  readonly onWaits?: (waits: readonly WaitingCalls[]) => void;
  /** An earlier run, perhaps of another plan. Its effects are reused where they would be the same. */
  readonly recording?: Recording;
  /** The run that the recording comes from, if this run is a fork. */
  readonly forkedFrom?: ForkedFrom;
  /**
   * Called when the storage is full, because the log cannot record that. Called with `undefined` when there is room
   * again.
   */
  readonly onStorageFull?: (failure: Failure | undefined) => void;
  /** Called once, before anything runs, with the commands by which a person can change the run's histories. */
  readonly onOpen?: (commands: HistoryCommands) => void;
  /** Runs instead of the tasks of a run that a person paused. The run stays paused. */
  readonly instead?: (commands: HistoryCommands) => Promise<void>;
  /** Left out: nobody looks on. */
  readonly watch?: RunWatch;
}

/**
 * Evaluates a plan to its end. Resolves to `completed`, `failed` or `cancelled`; to `waiting` if the run was paused,
 * and to `running` if it was left. Recorded effects are not performed again. An effect that was in flight when an
 * earlier process died is performed again. A run that has ended stays as it is.
 * Rejects when the log belongs to another plan (`VALIDATION_ERROR`) or the storage cannot continue (`STORAGE_FAILED`,
 * `DAMAGED_RECORD`, or `STORAGE_FULL` on cancel). The run can then be resumed later.
 */
export async function runPlan(options: RunPlanOptions): Promise<RunStatus> {
  const { executionId, workflowId, plan, deps, onEvents, onDelta, onOpen, pause, leave, recording, forkedFrom } =
    options;
  const { fold, savedSeq, warnings } = await openHistory(executionId, plan, deps);
  const history = fold.history();
  if (history.end !== undefined) return history.end;
  const { iterations } = fold;

  const stop = new AbortController();
  const halts = [pause, leave].filter((halt) => halt !== undefined);
  const signal = AbortSignal.any([options.signal, stop.signal, ...halts]);
  // A paused run still has to record that it is paused. So its log waits for room until the run is cancelled or left.
  const written = AbortSignal.any([options.signal, stop.signal, ...(leave === undefined ? [] : [leave])]);
  const room = createStorageRoom(deps.clock, written, options.onStorageFull ?? (() => {}));
  const { events: store, blobs, clock } = deps;
  const { lastSeq } = history;
  const checkpointer = new Checkpointer({ executionId, plan, deps, fold, savedSeq });
  const onAppend = (event: RunEvent) => {
    fold.apply(event);
    checkpointer.follow(event);
  };
  const pipelines = new OpenPipelines(history.started.values());
  const log = createEventLog({ executionId, store, room, clock, lastSeq, pipelines, onAppend, onEvents });
  checkpointer.open(log);
  const journal = createJournal({ executionId, history, log, blobs, room, recording, answers: deps.answers });
  const slots = new Slots(plan.maxConcurrency, clock);
  const keys = createKeyGate(deps.models, log);
  const signIns = createSignInGate(log);
  const limitWaits = new LimitWaits(clock, options.onWaits ?? (() => {}));
  const pruneHooks = new PruneHooks(plan.pruneHooks, history.endedCount, () => checkpointer.hook());
  const meter = new Meter('', undefined, plan.budget);
  const histories = plan.keepsHistory
    ? new Histories(plan.compaction, history, (event) => findTaskOrder({ recording }, event, event.seq), meter)
    : undefined;
  const open = new Set(history.started.keys());

  const startedAt = history.startedAt ?? clock.now();
  const { lastAt, gaps: before } = history;
  const gaps = lastAt === undefined ? before : [...before, { from: lastAt, to: clock.now() }];
  if (history.startedAt === undefined) {
    const origin = forkedFrom === undefined ? {} : { forkedFrom };
    const part = plan.part === undefined ? {} : { targets: plan.part.targets };
    const dry = plan.isDry && { isDry: plan.isDry };
    const data = { planHash: plan.hash, workflowId, taskCount: plan.tasks.length, ...origin, ...part, ...dry };
    log.append({ kind: 'run.started', path: '', label: plan.name, data });
  } else {
    log.append({ kind: 'run.resumed', path: '', data: { reason: 'reload' } });
  }
  for (const message of warnings) log.append({ kind: 'resource.warning', path: '', data: { message } });

  /** Runs the tasks, or `instead`. Undefined: `instead` ran. */
  const evaluateTasks = async (catalogue: ModelCatalogue): Promise<readonly (TaskEnd | undefined)[] | undefined> => {
    const run: RunContext = {
      executionId,
      plan,
      deps,
      catalogue,
      prices: new RunPrices(catalogue),
      history,
      gaps,
      log,
      journal,
      recording,
      part: new ChosenPart(plan.part),
      breakpoints: new Breakpoints(plan.stopsAtBreakpoints === true, history),
      keys,
      signIns,
      limitWaits,
      slots,
      signal,
      open,
      onDelta,
      histories,
      iterations,
      ending: new Map(),
      pruneHooks,
      runTask: plan.pruneHooks.length === 0 ? runTask : createCountingRunTask(pruneHooks, history),
      watch: options.watch,
    };
    onOpen?.(histories ?? noHistory);
    histories?.open(run);
    if (options.instead !== undefined) {
      await options.instead(histories ?? noHistory);
      return undefined;
    }
    const outer = createGlobalEnvironment(plan);
    const results = new Results(plan, outer);
    const scope = new GraphScope({ run, graph: plan, path: '', outer, cleanup: plan.limits.cleanup });
    const frame: Frame = {
      run,
      path: '',
      environment: results.environment,
      givenNames: [],
      context: scope.context,
      progress: [],
      previous: results.previous,
      signal,
      meter,
      depth: { calls: 0, reparses: 0 },
    };
    return runGraph(plan, results, scope, (task, skip) => run.runTask(task, frame, skip), signal);
  };

  try {
    // Loading the catalogue may take time. The run has started by then, and can be stopped.
    const catalogue = await awaitUnlessStopped(deps.catalogue(), signal);
    const ends = catalogue === undefined ? [undefined] : await evaluateTasks(catalogue);
    await histories?.close();
    if (ends === undefined) {
      await checkpointer.close();
      log.append({ kind: 'run.paused', path: '', data: { reason: 'person' } });
      await log.flush();
      return 'waiting';
    }
    const haltKind = options.signal.aborted
      ? undefined
      : leave?.aborted
        ? 'left'
        : pause?.aborted
          ? 'paused'
          : undefined;
    if (haltKind === 'left') await checkpointer.close();
    else await checkpointer.rest();
    const status = recordRunEnd(
      { log, open },
      ends,
      computeWorkedMs(clock, startedAt, { gaps, idleMs: slots.idleMs }),
      haltKind,
    );
    await log.flush();
    return status;
  } catch (error) {
    stop.abort(error);
    await checkpointer.close();
    throw error;
  }
}

/** Awaits a value. Undefined if the run was stopped and the wait failed. */
async function awaitUnlessStopped<T>(value: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await value;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Runs tasks, and counts those that end in this process. */
function createCountingRunTask(hooks: PruneHooks, history: RunHistory): RunContext['runTask'] {
  return async (task, frame, skip) => {
    const end = await runTask(task, frame, skip);
    if (end.status !== 'cancelled' && !history.ended.has(appendStep(frame.path, 'task', task.id)))
      hooks.taskEnded(frame.path);
    return end;
  };
}

/** Records how the run ended. A run counts as cancelled, paused or left only if a task had still to run. */
function recordRunEnd(
  { log, open }: Pick<RunContext, 'log' | 'open'>,
  ends: readonly (TaskEnd | undefined)[],
  durationMs: number,
  haltKind: 'paused' | 'left' | undefined,
): RunStatus {
  if (ends.some((end) => end === undefined || end.status === 'cancelled')) {
    if (haltKind === 'left') return 'running';
    if (haltKind === 'paused') {
      log.append({ kind: 'run.paused', path: '', data: { reason: 'person' } });
      return 'waiting';
    }
    // Inner tasks first, as they would have ended.
    for (const path of [...open].reverse()) log.append({ kind: 'task.cancelled', path, data: {} });
    log.append({ kind: 'run.cancelled', path: '', data: {} });
    return 'cancelled';
  }
  const status = ends.some((end) => end?.status === 'failed') ? 'failed' : 'completed';
  log.append({ kind: `run.${status}`, path: '', data: { durationMs } });
  return status;
}
