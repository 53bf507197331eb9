import { assertNever } from '@/base/assert-never';
import type { Failure } from '@/base/errors';
import type { EventOf, RunEvent } from './events';
import { isoTime, msOfTime } from './iso-time';
import { attemptOfPath, taskOfPath } from './path';
import { resultOf } from './result-payload';
import type { CallRecord, RunState, RunStatus, RunTotals, TaskRetry, TaskRun } from './run-state';

/** A run before its first event. */
export const emptyRun: RunState = {
  seq: 0,
  status: 'running',
  taskCount: 0,
  tasks: new Map(),
  calls: new Map(),
  retries: new Map(),
  warnings: new Map(),
  totals: { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpricedCalls: 0 },
};

/** For an event of a failure that carries none, which no log of ours does. */
const unknownFailure: Failure = { code: 'INTERNAL', message: 'The cause was not recorded.', retryable: false };

/** What is being folded: copied once for a batch, then written in place. */
type Draft = { -readonly [K in keyof RunState]: RunState[K] } & {
  readonly tasks: Map<string, TaskRun>;
  readonly calls: Map<string, readonly CallRecord[]>;
  readonly retries: Map<string, readonly TaskRetry[]>;
  readonly warnings: Map<string, readonly string[]>;
};

/**
 * Folds a batch of events into the state of a run. Events that were folded in already change nothing, so batches may
 * overlap; a batch of nothing new gives the same object back. One copy for each batch, whatever its size.
 */
export function reduceRun(state: RunState, events: readonly RunEvent[]): RunState {
  if (!events.some((event) => event.seq > state.seq)) return state;
  const draft: Draft = {
    ...state,
    tasks: new Map(state.tasks),
    calls: new Map(state.calls),
    retries: new Map(state.retries),
    warnings: new Map(state.warnings),
  };
  for (const event of events) {
    if (event.seq <= draft.seq) continue;
    draft.seq = event.seq;
    apply(draft, event);
  }
  return draft;
}

function apply(draft: Draft, event: RunEvent): void {
  const id = taskOfPath(event.path) ?? '';
  switch (event.kind) {
    case 'run.started':
      draft.startedAt = event.t;
      draft.taskCount = event.data.taskCount;
      return;
    case 'run.paused':
      draft.status = 'waiting';
      draft.waitingFor = event.data as NonNullable<RunState['waitingFor']>;
      return;
    case 'run.resumed':
      draft.status = 'running';
      delete draft.waitingFor;
      return;
    case 'run.completed':
      end(draft, 'completed', event.t);
      return;
    case 'run.failed':
      end(draft, 'failed', event.t);
      return;
    case 'run.cancelled':
      end(draft, 'cancelled', event.t);
      return;
    case 'task.started':
      draft.tasks.set(id, { status: 'running', startedAt: event.t, attempt: 1 });
      return;
    case 'task.retrying':
      retrying(draft, id, event);
      return;
    case 'task.completed':
      draft.tasks.set(id, {
        status: 'ok',
        ...ended(draft, id, event.t),
        result: resultOf(event),
        data: event.data,
        ...(event.error === undefined ? {} : { error: event.error }),
      });
      return;
    case 'task.failed':
      draft.tasks.set(id, {
        status: 'failed',
        ...ended(draft, id, event.t),
        error: event.error ?? unknownFailure,
        attempts: event.data.attempts,
        usage: event.data.usage,
      });
      return;
    case 'task.skipped':
      draft.tasks.set(id, {
        status: 'skipped',
        endedAt: event.t,
        reason: event.data.reason,
        ...(event.data.because === undefined ? {} : { because: event.data.because }),
        ...(event.error === undefined ? {} : { error: event.error }),
      });
      return;
    case 'task.cancelled':
      draft.tasks.set(id, { status: 'cancelled', ...ended(draft, id, event.t) });
      return;
    case 'model.requested':
      attemptBegun(draft, id);
      putCall(draft, id, {
        path: event.path,
        kind: 'model',
        attempt: attemptOfPath(event.path) ?? 1,
        startedAt: event.t,
        request: {
          text: event.task ?? '',
          length: event.full_result_len ?? 0,
          ...(event.ref === undefined ? {} : { ref: event.ref }),
        },
        ...(event.model === undefined ? {} : { model: event.model }),
      });
      return;
    case 'model.replied':
      draft.totals = addReply(draft.totals, event);
      putReply(draft, id, event);
      return;
    case 'script.exited':
      attemptBegun(draft, id);
      putCall(draft, id, {
        path: event.path,
        kind: 'script',
        attempt: attemptOfPath(event.path) ?? 1,
        startedAt: isoTime(msOfTime(event.t) - event.data.durationMs),
        request: { text: event.task ?? '', length: (event.task ?? '').length },
        reply: {
          ...resultOf(event),
          endedAt: event.t,
          exitCode: event.data.exitCode,
          stderr: event.data.stderr,
        },
      });
      return;
    case 'resource.warning':
      draft.warnings.set(id, [...(draft.warnings.get(id) ?? []), event.data.message]);
      return;
    case 'effect.recorded':
      return;
    default:
      assertNever(event);
  }
}

function end(draft: Draft, status: RunStatus, t: string): void {
  draft.status = status;
  draft.endedAt = t;
  delete draft.waitingFor;
}

function ended(draft: Draft, id: string, t: string): { readonly startedAt: string; readonly endedAt: string } {
  const before = draft.tasks.get(id);
  return { startedAt: before?.status === 'running' ? before.startedAt : t, endedAt: t };
}

function retrying(draft: Draft, id: string, { t, data, error }: EventOf<'task.retrying'>): void {
  const retry = { since: t, delayMs: data.delayMs, error: error ?? unknownFailure };
  draft.retries.set(id, [...(draft.retries.get(id) ?? []), retry]);
  draft.tasks.set(id, { status: 'running', startedAt: ended(draft, id, t).startedAt, attempt: data.attempt, retry });
}

/** A call of the next attempt means that the wait before it is over. */
function attemptBegun(draft: Draft, id: string): void {
  const task = draft.tasks.get(id);
  if (task?.status !== 'running' || task.retry === undefined) return;
  const { retry: _over, ...running } = task;
  draft.tasks.set(id, running);
}

/** A call made again after a reload takes the place of the one that had no reply. */
function putCall(draft: Draft, id: string, call: CallRecord): void {
  const others = (draft.calls.get(id) ?? []).filter(({ path }) => path !== call.path);
  draft.calls.set(id, [...others, call]);
}

function putReply(draft: Draft, id: string, event: EventOf<'model.replied'>): void {
  const reply = { ...resultOf(event), endedAt: event.t, usage: event.data.usage };
  const calls = draft.calls.get(id) ?? [];
  draft.calls.set(
    id,
    calls.map((call) => (call.path === event.path ? { ...call, reply } : call)),
  );
}

function addReply(totals: RunTotals, { data: { usage } }: EventOf<'model.replied'>): RunTotals {
  return {
    calls: totals.calls + 1,
    inputTokens: totals.inputTokens + usage.inputTokens,
    outputTokens: totals.outputTokens + usage.outputTokens,
    costUsd: totals.costUsd + (usage.costUsd ?? 0),
    unpricedCalls: totals.unpricedCalls + (usage.costUsd === null ? 1 : 0),
  };
}
