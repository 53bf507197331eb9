import { holderOf, type Place } from '@/workflow/place';
import type { JournalPath } from '../path';
import type { RunState, TaskInstance } from '../run-state';

/** An instance of a task directly within another one. */
export interface StartedPart {
  readonly place: Place;
  readonly instance: TaskInstance;
}

/** What ran directly within an instance: each time that each of its parts ran, part by part. */
export function partsOf(run: RunState, place: Place, instance: JournalPath): readonly StartedPart[] {
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
export function startedHolder(run: RunState, place: Place): Place | undefined {
  const holder = holderOf(place);
  return holder === undefined || run.tasks.has(holder) ? holder : startedHolder(run, holder);
}
