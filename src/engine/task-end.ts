import type { Failure } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import type { PlannedGraph, PlannedTask } from '@/plan/plan';
import type { Capture } from '@/run/event-data';
import type { SkipReason } from '@/run/events';
import type { JournalPath } from '@/run/journal-path';
import type { ResultRecord } from '@/workflow/expressions/environment';

/** A director's request: its draft is to be evaluated before it continues (language page, 5.2). */
export interface EvaluationRequest {
  readonly type: string;
  readonly criteria: string | readonly string[];
  readonly target?: string;
}

/** A task that did not run, and why. `because`: the task that caused it, if there is one. */
export interface Skip {
  readonly status: 'skipped';
  readonly reason: SkipReason;
  readonly because?: string;
}

/** A task with a result. A task that failed under `continue` counts too, with its failure. */
export interface Completed {
  readonly status: 'completed';
  readonly record: ResultRecord;
  /** The values that it binds for later tasks. */
  readonly returns: JsonObject;
  /** Number of its end event, which shows the order in which tasks completed. */
  readonly seq: number;
  /** Time of that event, in ms since 1970. */
  readonly endedAt: number;
  /** Set where its content is a view of something longer, or the whole is stored as a file. */
  readonly capture?: Capture;
  readonly failure?: Failure;
  readonly continuation?: EvaluationRequest;
}

/** A task that failed. Its record holds what it had produced by then. */
export interface Failed {
  readonly status: 'failed';
  /** Journal path of the task. */
  readonly path: JournalPath;
  readonly record: ResultRecord;
  readonly failure: Failure;
}

/** How a task ended. */
export type TaskEnd = Completed | Failed | Skip | { readonly status: 'cancelled' };

/**
 * The trigger rule of a task whose dependencies have all ended: why it is skipped, or undefined if it runs. Usually it
 * runs if it has no dependencies, or if none failed and at least one completed; `all_done` whatever their ends;
 * `one_failed` if one failed. A dependency that was skipped because of a failure counts as failed too (a decision, as
 * in Airflow): a join must not run with an input that a failure left out.
 */
export function applyTriggerRule(
  { needs, triggerRule }: PlannedTask,
  graph: PlannedGraph,
  ends: readonly (TaskEnd | undefined)[],
): Skip | undefined {
  if (triggerRule === 'all_done') return undefined;
  const failure = findFailureBefore(needs, graph, ends);
  if (triggerRule === 'one_failed') {
    return failure === undefined ? { status: 'skipped', reason: 'none_failed' } : undefined;
  }
  if (failure !== undefined || needs.length === 0) return failure;
  const isFed = needs.some((index) => ends[index]?.status === 'completed');
  const because = graph.tasks[needs[0] ?? -1]?.id ?? '';
  return isFed ? undefined : { status: 'skipped', reason: 'upstream_skipped', because };
}

/** The first failure among dependencies, as the reason to skip what waits for it. */
function findFailureBefore(
  needs: PlannedTask['needs'],
  { tasks }: PlannedGraph,
  ends: readonly (TaskEnd | undefined)[],
): Skip | undefined {
  for (const index of needs) {
    const end = ends[index];
    if (end?.status === 'failed')
      return { status: 'skipped', reason: 'upstream_failed', because: tasks[index]?.id ?? '' };
    if (end?.status === 'skipped' && end.reason === 'upstream_failed') return end;
  }
  return undefined;
}
