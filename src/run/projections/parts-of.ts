import { holderOf, type TaskPath } from '@/workflow/place';
import type { JournalPath } from '../path';
import type { RunState, TaskInstance } from '../run-state';

/** An instance of a task directly within another one. */
export interface StartedPart {
  readonly place: TaskPath;
  readonly instance: TaskInstance;
}

/** What ran directly within an instance: each time that each of its parts ran, part by part. */
export function startedPartsOf(run: RunState, place: TaskPath, instance: JournalPath): readonly StartedPart[] {
  const parts: StartedPart[] = [];
  for (const [inner, instances] of run.instances) {
    if (!inner.startsWith(`${place}/`) || startedHolder(run, inner) !== place) continue;
    for (const one of instances) if (one.path.startsWith(`${instance}/`)) parts.push({ place: inner, instance: one });
  }
  return parts;
}

/**
 * The task that holds the one at a place; what a call or a decomposition stands for is no task. Undefined at the top.
 */
export function startedHolder(run: RunState, place: TaskPath): TaskPath | undefined {
  const holder = holderOf(place);
  return holder === undefined || run.tasks.has(holder) ? holder : startedHolder(run, holder);
}
