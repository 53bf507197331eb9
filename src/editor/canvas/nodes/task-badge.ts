import { assertNever } from '@/base/assert-never';
import type { TaskForecast } from '@/plan/forecast/forecast';
import { formatForecastReason } from '@/plan/forecast/forecast-words';
import type { PipelineProgress, TaskRun } from '@/run/run-state';
import { findShownStatus, shownStatusWords } from '@/run/shown-status';
import { skipSentence } from '@/run/skip-words';
import { computeWallTime } from '@/run/time-taken';
import type { RingStatus } from '@/ui/display/status-ring';
import type { Task } from '@/workflow/tasks';
import { formatHowFar } from './how-far';

/** The status of a task with its figures, for its node and its row. Times are ISO 8601. */
export interface TaskBadge {
  readonly status: RingStatus;
  readonly word: string;
  /** Shown instead of the task's summary. */
  readonly reason?: string;
  readonly startedAt?: string;
  /** How long it took, in ms; left out: it has not ended. */
  readonly tookMs?: number;
  readonly tokens?: number;
  /** How far a task is that runs: `3 of 9 items`. */
  readonly progress?: string;
  /** null: the price is not known. */
  readonly costUsd?: number | null;
}

/** The status of the run as a whole, as far as a task's badge depends on it. `paused`: by the person. */
export type RunPhase = 'none' | 'running' | 'waiting' | 'paused';

/** What else a badge shows. */
interface BadgeDetails {
  readonly thinks?: boolean;
  readonly answers?: string | undefined;
  /** Whether it is in a branch that the run did not take. */
  readonly isNotTaken?: boolean;
  /** Whether it is of a dry run, which only makes up what a task gives. */
  readonly isDry?: boolean;
  /** How far it is, if it is a pipeline. */
  readonly progress?: PipelineProgress | undefined;
  /** What a new run would do with a task that is done; undefined: keep its result. */
  readonly forecast?: TaskForecast | undefined;
}

/**
 * The badge of a task. `waitsFor` is the label of a dependency that has not ended, if any; `thinks`: its model has not
 * begun to answer; `answers`: the model that answers instead of its own, see `findFallbackModel`.
 */
export function buildTaskBadge(
  task: Task,
  run: TaskRun | undefined,
  phase: RunPhase,
  waitsFor: string | undefined,
  { thinks = false, answers, forecast, progress, isNotTaken = false, isDry = false }: BadgeDetails = {},
): TaskBadge {
  if (isNotTaken) return { status: 'skipped', word: 'Not taken' };
  if (run) {
    const badge = {
      ...(answers === undefined ? {} : { reason: `By ${answers}` }),
      ...(run.status === 'running' ? formatHowFar(task, run, progress) : {}),
      ...runBadge(task, run, phase, thinks),
    };
    if (isDry && badge.word === shownStatusWords.ok) return { ...badge, status: 'simulated', word: 'Simulated' };
    return forecast === undefined || badge.word !== 'Done' ? badge : buildForecastBadge(forecast, badge);
  }
  if (task.disabled) return { status: 'skipped', word: 'Disabled', reason: 'Disabled, skipped' };
  if (phase === 'none') return { status: 'idle', word: 'Not run yet' };
  return waitsFor ? { status: 'idle', word: `Waits for ${waitsFor}` } : { status: 'queued', word: 'Queued' };
}

function runBadge(task: Task, run: TaskRun, phase: RunPhase, thinks: boolean): TaskBadge {
  switch (run.status) {
    case 'running': {
      const { startedAt, retry } = run;
      if (phase === 'waiting') return { status: 'paused', word: 'Waits for you', startedAt };
      if (phase === 'paused') return { status: 'paused', word: 'Paused', startedAt };
      if (phase === 'none') return { status: 'idle', word: 'Not finished' };
      if (retry) return { status: 'running', word: 'Retries', reason: retry.error.message, startedAt };
      const word = task.type === 'atomic' ? (thinks ? 'Thinking' : 'Writing') : 'Running';
      return { status: 'running', word, startedAt };
    }
    case 'ok':
      return {
        status: findShownStatus(run),
        ...(run.error
          ? { word: shownStatusWords.continued, reason: run.error.message }
          : { word: run.data.pinned ? 'Pinned' : run.data.written ? 'Written' : shownStatusWords.ok }),
        startedAt: run.startedAt,
        ...buildTook(run),
        ...buildFigures(run.data.usage),
      };
    case 'failed':
      return {
        status: 'failed',
        word: shownStatusWords.failed,
        reason: run.error.message,
        startedAt: run.startedAt,
        ...buildTook(run),
        ...buildFigures(run.usage),
      };
    case 'skipped':
      return { status: 'skipped', word: shownStatusWords.skipped, reason: skipSentence(run.reason, run.because) };
    case 'cancelled':
      return { status: 'skipped', word: shownStatusWords.cancelled };
    default:
      return assertNever(run);
  }
}

/** The status of a task whose result a new run would not keep, or perhaps not, and what it cost last. */
function buildForecastBadge({ forecast, why }: TaskForecast, { costUsd }: Pick<TaskBadge, 'costUsd'>): TaskBadge {
  const figures = { reason: formatForecastReason(why), ...(typeof costUsd === 'number' ? { costUsd } : {}) };
  return forecast === 'asked'
    ? { status: 'stale', word: 'Out of date', ...figures }
    : { status: 'maybe', word: 'Maybe', ...figures };
}

function buildTook(run: TaskRun): Pick<TaskBadge, 'tookMs'> {
  // The clock on the node ran while the task did, and does not go back at its end.
  const tookMs = computeWallTime(run);
  return tookMs === undefined ? {} : { tookMs };
}

function buildFigures(usage: Extract<TaskRun, { status: 'failed' }>['usage']): Pick<TaskBadge, 'tokens' | 'costUsd'> {
  return usage ? { tokens: usage.inputTokens + usage.outputTokens, costUsd: usage.costUsd } : {};
}

/** The status in words, for the accessible name of its ring: `Running, 3 of 9 items`. */
export function formatBadgeName({ word, progress }: TaskBadge): string {
  return progress === undefined ? word : `${word}, ${progress}`;
}
