import type { Failure } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import type { PlannedGraph, PlannedTask } from '@/plan/plan';
import type { Capture } from '@/run/event-data';
import type { SkipReason } from '@/run/events';
import type { JournalPath } from '@/run/journal-path';
import type { ResultRecord } from '@/workflow/expressions/environment';

/** A director's wish: what it wrote is to be evaluated before it goes on (language page, 5.2). */
export interface EvaluationRequest {
  readonly type: string;
  readonly criteria: string | readonly string[];
  readonly target?: string;
}

/** A task that did not run, and why; `because`: the task that is the cause, if one is. */
export interface Skip {
  readonly status: 'skipped';
  readonly reason: SkipReason;
  readonly because?: string;
}

/** A task that came to a result. A failed result under `continue` is among them, with its failure. */
export interface Completed {
  readonly status: 'completed';
  readonly record: ResultRecord;
  /** What it binds for later tasks. */
  readonly returns: JsonObject;
  /** Number of the event that says so: tells who completed before whom. */
  readonly seq: number;
  /** When, by that event, in ms since 1970. */
  readonly endedAt: number;
  /** Set where its content is a view of something longer, or the whole is kept apart. */
  readonly capture?: Capture;
  readonly failure?: Failure;
  readonly continuation?: EvaluationRequest;
}

/** A task that failed; its record holds what it produced until then. */
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
 * The trigger rule: a task runs when its dependencies have all ended, none failed and at least one completed, or it has
 * none. Else it is skipped. A dependency that was skipped because of a failure counts as failed too (decided, as in
 * Airflow): a join must not run with a hole that a failure left.
 */
export function triggerRule(
  task: PlannedTask,
  graph: PlannedGraph,
  ends: readonly (TaskEnd | undefined)[],
): Skip | undefined {
  if (task.needs.length === 0) return undefined;
  let completed = false;
  for (const index of task.needs) {
    const end = ends[index];
    const id = graph.tasks[index]?.id ?? '';
    if (end?.status === 'failed') return { status: 'skipped', reason: 'upstream_failed', because: id };
    if (end?.status === 'skipped' && end.reason === 'upstream_failed') return end;
    completed ||= end?.status === 'completed';
  }
  const first = graph.tasks[task.needs[0] ?? -1]?.id ?? '';
  return completed ? undefined : { status: 'skipped', reason: 'upstream_skipped', because: first };
}
