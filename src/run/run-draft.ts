import { defined } from '@/base/defined';
import type { TaskPath } from '@/workflow/task-path';
import { ContextDraft } from './context-state';
import { getNearestTaskPath, type JournalPath } from './journal-path';
import { ListsByTask, PathLists } from './lists-by-task';
import type { RunningInstance } from './parts-done';
import { FiguresDraft } from './run-figures';
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

/**
 * The state while a batch is folded. Fields that grow with the run are copied at the first write, once per batch; the
 * others are small.
 */
export interface RunDraft {
  seq: number;
  status: RunStatus;
  waits: RunState['waits'];
  startedAt: string | undefined;
  endedAt: string | undefined;
  durationMs: number | undefined;
  lastAt: string | undefined;
  waitedMs: number | undefined;
  waitsSince: string | undefined;
  isDry: true | undefined;
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

/** Opens a state for a batch of events. */
export function openRunDraft(state: RunState): RunDraft {
  return {
    seq: state.seq,
    status: state.status,
    waits: state.waits,
    startedAt: state.startedAt,
    endedAt: state.endedAt,
    durationMs: state.durationMs,
    lastAt: state.lastAt,
    waitedMs: state.waitedMs,
    waitsSince: state.waitsSince,
    isDry: state.isDry,
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

/** The state after the batch. */
export function closeRunDraft(draft: RunDraft, before: RunState): RunState {
  const { startedAt, endedAt, durationMs, lastAt, waitedMs, waitsSince, isDry, ...others } = draft;
  const { forkedFrom, instances, figures, ...rest } = others;
  const tasks = new Map(before.tasks);
  for (const taskPath of instances.touched()) {
    const current =
      instances.of(taskPath).findLast(({ status }) => status === 'running') ?? instances.of(taskPath).at(-1);
    if (current !== undefined) tasks.set(taskPath, current);
  }
  return {
    ...rest,
    ...figures.close(),
    ...defined({ startedAt, endedAt, durationMs, lastAt, waitedMs, waitsSince, isDry, forkedFrom }),
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

/** Withdraws open questions that were asked within something that has ended. */
export function withdrawQuestions(draft: RunDraft, ended: JournalPath): void {
  for (const path of draft.questions.keys()) if (path.startsWith(`${ended}/`)) draft.questions.delete(path);
}

/** Changes an instance, if it is running. */
export function updateRunningInstance(
  draft: RunDraft,
  path: JournalPath,
  change: (instance: RunningInstance) => RunningInstance,
): void {
  const taskPath = getNearestTaskPath(path);
  const instance = draft.instances.find(taskPath, path);
  if (instance?.status !== 'running') return;
  const changed = change(instance);
  if (changed !== instance) draft.instances.add(taskPath, changed);
}

/** A call shows that the next attempt has begun, so the wait before it is over. */
export function endRetryWait(draft: RunDraft, path: JournalPath): void {
  const taskPath = getNearestTaskPath(path);
  const instance = draft.instances.find(taskPath, path);
  if (instance?.status !== 'running' || instance.retry === undefined) return;
  const { retry: _over, ...running } = instance;
  draft.instances.add(taskPath, running);
}
