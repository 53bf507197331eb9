import type { Failure } from '@/base/errors';
import type { Plan } from '@/plan/plan';
import type { RunEvent } from '@/run/events';
import { at } from '@/run/path';
import { resultOf } from '@/run/result-payload';
import type { RunStatus } from '@/run/run-state';
import type { StreamDelta } from '@/run/runner';
import type { RunContext } from './attempt';
import type { EngineDeps } from './deps';
import { createEventLog } from './event-log';
import { readHistory } from './history';
import { createJournal } from './journal';
import { createKeyGate } from './key-gate';
import { Results } from './results';
import { runTask } from './run-task';
import { schedule } from './scheduler';
import { Slots } from './slots';
import { createStorageRoom } from './storage-room';
import type { TaskEnd } from './task-end';

/** A run to start or to take up again: the log in `deps.events` tells which. */
export interface RunPlanOptions {
  readonly executionId: string;
  readonly workflowId: string;
  readonly plan: Plan;
  readonly deps: EngineDeps;
  /** Cancels the run: tasks in flight are stopped, what is done is kept. */
  readonly signal: AbortSignal;
  /** Told of events once they are durable, in order. Those of before a reload are not told again. */
  readonly onEvents: (events: readonly RunEvent[]) => void;
  readonly onDelta: (delta: StreamDelta) => void;
  /** Told when the storage has no room, because the log then cannot tell; and with `undefined` when there is room again. */
  readonly onStorageFull?: (failure: Failure | undefined) => void;
}

/**
 * Evaluates a plan to its end and resolves to how it ended: `completed`, `failed` or `cancelled`. Effects that the log has are not
 * performed again; what was in flight when an earlier process died is. A run that has ended is left as it is.
 * Rejects when the log is that of another plan (`VALIDATION_ERROR`) or the storage cannot go on (`STORAGE_FAILED`,
 * `DAMAGED_RECORD`, or `STORAGE_FULL` on cancel); the run can then be taken up later.
 */
export async function runPlan(options: RunPlanOptions): Promise<RunStatus> {
  const { executionId, workflowId, plan, deps, onEvents, onDelta } = options;
  const history = readHistory(await deps.events.read(executionId), plan.hash);
  if (history.end !== undefined) return history.end;

  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const room = createStorageRoom(deps.clock, signal, options.onStorageFull ?? (() => {}));
  const { events: store, blobs, clock } = deps;
  const log = createEventLog({ executionId, store, room, clock, lastSeq: history.lastSeq, onEvents });
  const journal = createJournal({ executionId, history, log, blobs, room });
  const slots = new Slots(plan.maxConcurrency);
  const results = new Results(plan);
  const keys = createKeyGate(deps.models, log);
  const run: RunContext = { executionId, plan, deps, history, log, journal, keys, slots, results, signal, onDelta };
  signal.addEventListener('abort', () => slots.close());
  if (signal.aborted) slots.close();

  const startedAt = history.startedAt ?? clock.now();
  if (history.startedAt === undefined) {
    const data = { planHash: plan.hash, workflowId, taskCount: plan.tasks.length };
    log.append({ kind: 'run.started', path: '', label: plan.name, data });
  } else {
    log.append({ kind: 'run.resumed', path: '', data: { reason: 'reload' } });
  }

  try {
    const ends = await restore(run);
    await schedule(plan, ends, (task, skip) => runTask(task, skip, run), signal);
    const status = conclude(run, ends, clock.now() - startedAt);
    await log.flush();
    return status;
  } catch (error) {
    stop.abort(error);
    throw error;
  }
}

/** Puts back what ended tasks left, in the order in which they ended. */
async function restore({ plan, history, journal, results }: RunContext): Promise<(TaskEnd | undefined)[]> {
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]));
  const ends: (TaskEnd | undefined)[] = plan.tasks.map(() => undefined);
  for (const [id, event] of history.ended) {
    const task = tasks.get(id);
    if (task === undefined) continue;
    if (event.kind === 'task.failed') {
      ends[task.index] = { status: 'failed' };
    } else if (event.kind === 'task.skipped') {
      results.skip(task);
      const { because, ...data } = event.data;
      ends[task.index] = { status: 'skipped', ...data, ...(because === undefined ? {} : { because }) };
    } else {
      results.complete(task, await journal.read(resultOf(event)), event.data);
      ends[task.index] = { status: 'completed' };
    }
  }
  return ends;
}

/** Writes down how the run ended. A cancelled run is one of which something was still to do. */
function conclude(
  { plan: { tasks }, history, log }: RunContext,
  ends: readonly (TaskEnd | undefined)[],
  durationMs: number,
): 'completed' | 'failed' | 'cancelled' {
  const open = tasks.filter(({ index }) => ends[index] === undefined);
  if (open.length > 0 || ends.some((end) => end?.status === 'cancelled')) {
    for (const { id } of open) {
      // Started by an earlier process, and cancelled before this one came to it.
      if (history.started.has(id)) log.append({ kind: 'task.cancelled', path: at('', 'task', id), data: {} });
    }
    log.append({ kind: 'run.cancelled', path: '', data: {} });
    return 'cancelled';
  }
  const status = ends.some((end) => end?.status === 'failed') ? 'failed' : 'completed';
  log.append({ kind: `run.${status}`, path: '', data: { durationMs } });
  return status;
}
