import { assertNever } from '@/base/assert-never';
import { defined } from '@/base/defined';
import type { Failure } from '@/base/errors';
import type { TaskPath } from '@/workflow/task-path';
import { ContextDraft, isContextEvent, noContext } from './context-state';
import type { EventOf, RunEvent } from './events';
import { formatIsoTime, parseIsoTime } from './iso-time';
import {
  findAttempt,
  findInstance,
  findTasksAround,
  getNearestTaskPath,
  getTaskPath,
  type JournalPath,
} from './journal-path';
import { ListsByTask, PathLists } from './lists-by-task';
import { countPartDone, type RunningInstance, selectKeptParts } from './parts-done';
import { readResult } from './result-payload';
import { FiguresDraft, noFigures } from './run-figures';
import type {
  CallRecord,
  FailedAttempt,
  OpenQuestion,
  PipelineProgress,
  Reparsed,
  Round,
  RunState,
  RunStatus,
  TaskInstance,
  Vote,
} from './run-state';
import { unknownFailure } from './unknown-failure';

type CallReply = NonNullable<CallRecord['reply']>;

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
 * The state while a batch is folded. Fields that grow with the run are copied at the first write, once per batch; the
 * others are small.
 */
interface Draft {
  seq: number;
  status: RunStatus;
  waits: RunState['waits'];
  startedAt: string | undefined;
  endedAt: string | undefined;
  durationMs: number | undefined;
  taskCount: number;
  readonly named: Map<TaskPath, { readonly label?: string; readonly type: string }>;
  readonly instances: PathLists<TaskInstance>;
  readonly calls: PathLists<CallRecord>;
  readonly rounds: PathLists<Round>;
  readonly votes: PathLists<Vote>;
  readonly retries: ListsByTask<FailedAttempt>;
  readonly warnings: ListsByTask<string>;
  readonly progress: Map<TaskPath, PipelineProgress>;
  readonly reparsed: Map<TaskPath, Reparsed>;
  readonly questions: Map<JournalPath, OpenQuestion>;
  checkpoints: RunState['checkpoints'];
  forkedFrom: RunState['forkedFrom'];
  readonly figures: FiguresDraft;
  readonly context: ContextDraft;
}

/**
 * Folds a batch of events into the state of a run. Events that were already folded in change nothing, so batches may
 * overlap. A batch without new events returns the same object. A batch costs one copy for each task that it touches.
 */
export function reduceRun(state: RunState, events: readonly RunEvent[]): RunState {
  if (!events.some((event) => event.seq > state.seq)) return state;
  const draft = openDraft(state);
  for (const event of events) {
    if (event.seq <= draft.seq) continue;
    draft.seq = event.seq;
    applyEvent(draft, event);
  }
  return closeDraft(draft, state);
}

function openDraft(state: RunState): Draft {
  return {
    seq: state.seq,
    status: state.status,
    waits: state.waits,
    startedAt: state.startedAt,
    endedAt: state.endedAt,
    durationMs: state.durationMs,
    taskCount: state.taskCount,
    named: new Map(state.named),
    instances: new PathLists(state.instances),
    calls: new PathLists(state.calls),
    rounds: new PathLists(state.rounds),
    votes: new PathLists(state.votes),
    retries: new ListsByTask(state.retries),
    warnings: new ListsByTask(state.warnings),
    progress: new Map(state.progress),
    reparsed: new Map(state.reparsed),
    questions: new Map(state.questions),
    checkpoints: state.checkpoints,
    forkedFrom: state.forkedFrom,
    figures: new FiguresDraft(state),
    context: new ContextDraft(state.context),
  };
}

function closeDraft(draft: Draft, before: RunState): RunState {
  const { startedAt, endedAt, durationMs, forkedFrom, instances, figures, ...rest } = draft;
  const tasks = new Map(before.tasks);
  for (const taskPath of instances.touched()) {
    const current =
      instances.of(taskPath).findLast(({ status }) => status === 'running') ?? instances.of(taskPath).at(-1);
    if (current !== undefined) tasks.set(taskPath, current);
  }
  return {
    ...rest,
    ...figures.close(),
    ...defined({ startedAt, endedAt, durationMs, forkedFrom }),
    tasks,
    instances: instances.close(),
    calls: draft.calls.close(),
    rounds: draft.rounds.close(),
    votes: draft.votes.close(),
    retries: draft.retries.close(),
    warnings: draft.warnings.close(),
    context: draft.context.close(),
  };
}

function applyEvent(draft: Draft, event: RunEvent): void {
  const { path, t } = event;
  const taskPath = getNearestTaskPath(path);
  if (isContextEvent(event)) draft.context.apply(event);
  draft.figures.apply(event);
  switch (event.kind) {
    case 'run.started':
      draft.startedAt = t;
      draft.taskCount = event.data.taskCount;
      draft.forkedFrom = event.data.forkedFrom;
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
      updateRunning(draft, findInstance(path) ?? '', (running) => ({ ...running, done: event.data.n }));
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

function applyCall(
  draft: Draft,
  taskPath: TaskPath,
  event: EventOf<'model.requested' | 'model.replied' | 'script.exited' | 'tool.called'>,
): void {
  const { path, t } = event;
  const named = event.model === undefined ? {} : { model: event.model };
  const call = { path, attempt: findAttempt(path) ?? 1, startedAt: t, ...named };
  endRetryWait(draft, findInstance(path) ?? '');
  switch (event.kind) {
    case 'model.requested':
      draft.calls.add(taskPath, {
        ...call,
        ...readRequestFields(event.data),
        kind: 'model',
        request: readPrompt(event),
      });
      return;
    case 'model.replied': {
      const { usage, toolCalls, reasoning, maker } = event.data;
      const requested = draft.calls.find(taskPath, path) ?? {
        ...call,
        kind: 'model' as const,
        request: readPrompt(event),
      };
      const reply = {
        ...readResult(event),
        endedAt: t,
        usage,
        ...defined({ toolCalls, reasoning, maker }),
      };
      draft.calls.add(taskPath, { ...requested, reply });
      return;
    }
    case 'script.exited': {
      const { exitCode, stderr, durationMs, capture, stderrCapture } = event.data;
      const startedAt = formatIsoTime(parseIsoTime(t) - durationMs);
      const captures = defined({ capture, stderrCapture });
      const reply = { ...readResult(event), endedAt: t, exitCode, stderr, ...captures, ...readScriptCalls(event.data) };
      draft.calls.add(taskPath, { ...call, kind: 'script', startedAt, request: createPayload(event.task), reply });
      return;
    }
    case 'tool.called': {
      const { tool, arguments: request, isError, files, durationMs } = event.data;
      const startedAt = formatIsoTime(parseIsoTime(t) - durationMs);
      const reply = { ...readResult(event), endedAt: t, ...defined({ isError: isError || undefined, files }) };
      withdrawQuestions(draft, path);
      draft.calls.add(taskPath, { ...call, kind: 'tool', startedAt, model: tool, request, reply });
      return;
    }
    default:
      assertNever(event);
  }
}

function readRequestFields({
  insteadOf,
  window,
  parts,
  tools,
}: EventOf<'model.requested'>['data']): Partial<CallRecord> {
  return defined({ insteadOf: insteadOf || undefined, window, parts, tools });
}

/** The whole prompt of a call is in a blob; the event has its last message. */
function readPrompt(event: EventOf<'model.requested' | 'model.replied'>): CallRecord['request'] {
  const text = event.task ?? '';
  if (event.kind === 'model.replied') return createPayload(text);
  return { text, length: event.full_result_len ?? 0, ...defined({ ref: event.ref }) };
}

function readScriptCalls({ called = {}, calls }: EventOf<'script.exited'>['data']): Pick<CallReply, 'scriptCalls'> {
  if (calls === undefined) return {};
  const count = Object.values(called).reduce((sum, one) => sum + one.count, 0);
  return { scriptCalls: { newest: calls, count } };
}

function createPayload(text = ''): CallRecord['request'] {
  return { text, length: text.length };
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

function endRun(draft: Draft, status: RunStatus, t: string, durationMs?: number): void {
  draft.status = status;
  draft.endedAt = t;
  draft.durationMs = durationMs;
  draft.waits = [];
  draft.questions.clear();
}

function endTask(draft: Draft, taskPath: TaskPath, instance: TaskInstance): void {
  draft.instances.add(taskPath, instance);
  const [, container] = findTasksAround(instance.path);
  const type = draft.named.get(getTaskPath(container))?.type;
  updateRunning(draft, container, (running) => countPartDone(running, type, instance));
  withdrawQuestions(draft, instance.path);
}

/** Withdraws open questions that were asked within something that has ended. */
function withdrawQuestions(draft: Draft, ended: JournalPath): void {
  for (const path of draft.questions.keys()) if (path.startsWith(`${ended}/`)) draft.questions.delete(path);
}

function setWaits(draft: Draft, waits: RunState['waits']): void {
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
function applyRetry(draft: Draft, taskPath: TaskPath, event: EventOf<'task.retrying'>): void {
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
  draft: Draft,
  taskPath: TaskPath,
  { path, t }: Pick<RunEvent, 'path' | 't'>,
): { readonly startedAt: string; readonly endedAt: string } {
  const before = draft.instances.find(taskPath, path);
  return { startedAt: before?.status === 'running' ? before.startedAt : t, endedAt: t };
}

/** Changes an instance, if it is running. */
function updateRunning(draft: Draft, path: JournalPath, change: (instance: RunningInstance) => RunningInstance): void {
  const taskPath = getNearestTaskPath(path);
  const instance = draft.instances.find(taskPath, path);
  if (instance?.status !== 'running') return;
  const changed = change(instance);
  if (changed !== instance) draft.instances.add(taskPath, changed);
}

function readParts({ parts }: { readonly parts?: number | undefined }): { readonly parts?: number } {
  return parts === undefined ? {} : { parts };
}

/** A call shows that the next attempt has begun, so the wait before it is over. */
function endRetryWait(draft: Draft, path: JournalPath): void {
  const taskPath = getNearestTaskPath(path);
  const instance = draft.instances.find(taskPath, path);
  if (instance?.status !== 'running' || instance.retry === undefined) return;
  const { retry: _over, ...running } = instance;
  draft.instances.add(taskPath, running);
}
