import { assertNever } from '@/base/assert-never';
import { defined } from '@/base/defined';
import type { Failure } from '@/base/errors';
import type { TaskPath } from '@/workflow/task-path';
import { isContextEvent, noContext } from './context-state';
import type { EventOf, RunEvent } from './events';
import { formatIsoTime, parseIsoTime } from './iso-time';
import { findInstance, findTasksAround, getNearestTaskPath, getTaskPath } from './journal-path';
import { countPartDone, selectKeptParts } from './parts-done';
import { applyCall } from './reduce-call';
import { readResult } from './result-payload';
import { closeRunDraft, openRunDraft, type RunDraft, updateRunningInstance, withdrawQuestions } from './run-draft';
import { noFigures } from './run-figures';
import type { OpenQuestion, Round, RunState, RunStatus, TaskInstance } from './run-state';
import { unknownFailure } from './unknown-failure';

/** A run before its first event. */
export const emptyRun: RunState = {
  seq: 0,
  status: 'running',
  waits: [],
  taskCount: 0,
  named: new Map(),
  tasks: new Map(),
  instances: new Map(),
  calls: new Map(),
  retries: new Map(),
  warnings: new Map(),
  rounds: new Map(),
  votes: new Map(),
  progress: new Map(),
  reparsed: new Map(),
  questions: new Map(),
  ...noFigures,
  checkpoints: [],
  context: noContext,
};

/** How many snapshots a run keeps. */
const keptCheckpoints = 3;

/**
 * Folds a batch of events into the state of a run. Events that were already folded in change nothing, so batches may
 * overlap. A batch without new events returns the same object. A batch costs one copy for each task that it touches.
 */
export function reduceRun(state: RunState, events: readonly RunEvent[]): RunState {
  if (!events.some((event) => event.seq > state.seq)) return state;
  const draft = openRunDraft(state);
  for (const event of events) {
    if (event.seq <= draft.seq) continue;
    draft.seq = event.seq;
    applyEvent(draft, event);
    countWait(draft, event);
  }
  return closeRunDraft(draft, state);
}

/** Counts the time in which nothing went on, because a person was asked or nobody ran it, after each event. */
function countWait(draft: RunDraft, event: RunEvent): void {
  const { t } = event;
  const waits = draft.status === 'waiting' || draft.questions.size > 0;
  const since =
    draft.waitsSince ?? (event.kind === 'run.resumed' && event.data.reason === 'reload' ? draft.lastAt : undefined);
  if (since !== undefined && !waits) {
    draft.waitedMs = (draft.waitedMs ?? 0) + Math.max(0, parseIsoTime(t) - parseIsoTime(since));
  }
  draft.waitsSince = waits ? (since ?? t) : undefined;
  draft.lastAt = t;
}

function applyEvent(draft: RunDraft, event: RunEvent): void {
  const { path, t } = event;
  const taskPath = getNearestTaskPath(path);
  if (isContextEvent(event)) draft.context.apply(event);
  draft.figures.apply(event);
  switch (event.kind) {
    case 'run.started':
      draft.startedAt = t;
      draft.taskCount = event.data.taskCount;
      draft.forkedFrom = event.data.forkedFrom;
      draft.isDry = event.data.isDry;
      return;
    case 'checkpoint.saved':
      draft.checkpoints = [...draft.checkpoints, { ...event.data, at: t }].slice(-keptCheckpoints);
      return;
    case 'run.paused': {
      const { reason, provider, server } = event.data;
      // A run waits for one provider and one server at a time, but for any number of budgets.
      const others = reason === 'budget' ? draft.waits : draft.waits.filter((wait) => wait.reason !== reason);
      const of = defined({ provider, server });
      setWaits(draft, [...others, { reason, ...of }]);
      return;
    }
    case 'run.resumed': {
      const resumedIndex = draft.waits.findLastIndex(({ reason }) => reason === event.data.reason);
      setWaits(draft, event.data.reason === 'reload' ? [] : draft.waits.filter((_, index) => index !== resumedIndex));
      return;
    }
    case 'run.completed':
      endRun(draft, 'completed', t, event.data.durationMs);
      return;
    case 'run.failed':
      endRun(draft, 'failed', t, event.data.durationMs);
      return;
    case 'run.cancelled':
      endRun(draft, 'cancelled', t);
      return;
    case 'task.started':
      draft.named.set(taskPath, {
        type: event.data.type,
        ...defined({ label: event.label }),
      });
      draft.instances.add(taskPath, { path, status: 'running', startedAt: t, attempt: 1, ...readParts(event.data) });
      return;
    case 'task.retrying':
      applyRetry(draft, taskPath, event);
      return;
    case 'task.completed':
      endTask(draft, taskPath, {
        path,
        status: 'ok',
        ...computeSpan(draft, taskPath, event),
        result: readResult(event),
        data: event.data,
        ...readFailure(event),
      });
      return;
    case 'task.failed':
      endTask(draft, taskPath, {
        path,
        status: 'failed',
        ...computeSpan(draft, taskPath, event),
        error: event.error ?? unknownFailure,
        attempts: event.data.attempts,
        usage: event.data.usage,
        durationMs: event.data.durationMs,
        ...(event.result === undefined ? {} : { result: readResult(event) }),
        ...defined({ notes: event.data.notes }),
      });
      return;
    case 'task.skipped': {
      const { reason, because } = event.data;
      const named = because === undefined ? {} : { because };
      endTask(draft, taskPath, { path, status: 'skipped', endedAt: t, reason, ...named, ...readFailure(event) });
      return;
    }
    case 'task.cancelled':
      endTask(draft, taskPath, { path, status: 'cancelled', ...computeSpan(draft, taskPath, event) });
      return;
    case 'model.requested':
    case 'model.replied':
    case 'script.exited':
    case 'tool.called':
      applyCall(draft, taskPath, event);
      return;
    case 'iteration.logged':
      // Retried attempts are in `retries`, failed tries of steps in `pipelines`.
      if (event.data.of === 'retry' || event.data.of === 'step') return;
      draft.rounds.add(taskPath, readRound(event));
      updateRunningInstance(draft, findInstance(path) ?? '', (running) => ({ ...running, done: event.data.n }));
      return;
    case 'vote.decided': {
      const { k, votes, samples, flags, usage } = event.data;
      draft.votes.add(taskPath, { path, winner: readResult(event), k, votes, samples, flags, usage });
      return;
    }
    case 'pipeline.progress':
      draft.progress.set(taskPath, event.data);
      return;
    case 'reparse.done': {
      const { tasks, reason } = event.data;
      draft.reparsed.set(taskPath, { path, workflow: readResult(event), tasks, reason });
      return;
    }
    case 'input.requested':
      draft.questions.set(path, readOpenQuestion(event));
      return;
    case 'input.provided':
      draft.questions.delete(path);
      return;
    case 'resource.warning':
      draft.warnings.add(taskPath, event.data.message);
      return;
    case 'resource.exhausted':
    case 'effect.recorded':
    case 'context.planned':
    case 'output.truncated':
    case 'output.stored':
    case 'outputs.pruned':
    case 'compaction.done':
    case 'compaction.restored':
    case 'model.learned':
    case 'model.fell_back':
      return;
    default:
      assertNever(event);
  }
}

function readOpenQuestion({
  path,
  t,
  task = '',
  model,
  ref,
  full_result_len,
  data,
}: EventOf<'input.requested'>): OpenQuestion {
  const { kind, resource, used, limit, needed = 0, form, deadline, tool, arguments: args, parameters } = data;
  const budget =
    resource === undefined || used === undefined || limit === undefined
      ? {}
      : { budget: { resource, used, limit, needed } };
  const text = { text: task, length: full_result_len ?? task.length, ...defined({ ref }) };
  const asked = defined({ form, deadline });
  const call = tool !== undefined && args && parameters ? { call: { tool, arguments: args, parameters } } : {};
  const priced = kind === 'price' && model !== undefined ? { model } : {};
  return { path, kind, text, askedAt: t, ...asked, ...call, ...priced, ...budget };
}

function readFailure({ error }: RunEvent): { readonly error?: Failure } {
  return error === undefined ? {} : { error };
}

function endRun(draft: RunDraft, status: RunStatus, t: string, durationMs?: number): void {
  draft.status = status;
  draft.endedAt = t;
  draft.durationMs = durationMs;
  draft.waits = [];
  draft.questions.clear();
}

function endTask(draft: RunDraft, taskPath: TaskPath, instance: TaskInstance): void {
  draft.instances.add(taskPath, instance);
  const [, container] = findTasksAround(instance.path);
  const type = draft.named.get(getTaskPath(container))?.type;
  updateRunningInstance(draft, container, (running) => countPartDone(running, type, instance));
  withdrawQuestions(draft, instance.path);
}

function setWaits(draft: RunDraft, waits: RunState['waits']): void {
  draft.waits = waits;
  draft.status = waits.length > 0 ? 'waiting' : 'running';
}

function readRound(event: EventOf<'iteration.logged'>): Round {
  const { path, t, error, data } = event;
  const { of, n, exitCode, usage, notes = {}, durationMs } = data;
  const result = readResult(event);
  const when = { path, startedAt: formatIsoTime(parseIsoTime(t) - durationMs), endedAt: t };
  const run: TaskInstance =
    error === undefined
      ? { ...when, status: 'ok', result, data: { status: 'COMPLETE', attempts: 1, usage, notes, durationMs } }
      : { ...when, status: 'failed', error, attempts: 1, usage, result, notes };
  return { path, of, n, exitCode, usage, result, notes, durationMs, run, ...readFailure(event) };
}

/** Uses the path of the instance: that of the event may be a round's, because rounds have attempts of their own. */
function applyRetry(draft: RunDraft, taskPath: TaskPath, event: EventOf<'task.retrying'>): void {
  const path = findInstance(event.path) ?? '';
  const { startedAt } = computeSpan(draft, taskPath, { path, t: event.t });
  const before = draft.instances.find(taskPath, path);
  const parts = before?.status === 'running' ? selectKeptParts(before) : {};
  const { attempt, delayMs } = event.data;
  const retry = { since: event.t, delayMs, error: event.error ?? unknownFailure };
  draft.retries.add(taskPath, { path, ...retry });
  draft.instances.add(taskPath, { path, status: 'running', startedAt, attempt, retry, ...parts });
  withdrawQuestions(draft, event.path);
}

function computeSpan(
  draft: RunDraft,
  taskPath: TaskPath,
  { path, t }: Pick<RunEvent, 'path' | 't'>,
): { readonly startedAt: string; readonly endedAt: string } {
  const before = draft.instances.find(taskPath, path);
  return { startedAt: before?.status === 'running' ? before.startedAt : t, endedAt: t };
}

function readParts({ parts }: { readonly parts?: number | undefined }): { readonly parts?: number } {
  return parts === undefined ? {} : { parts };
}
