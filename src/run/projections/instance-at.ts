import type { TaskPath } from '@/workflow/place';
import { type JournalPath, taskPathOf } from '../path';
import type { RunState, TaskInstance } from '../run-state';

/**
 * The instance of a place that a person looks at, where `chosen` is an instance that was picked at some place: that one
 * at its own place (a round of a loop among them), the newest within it at places inside, the one around it at places
 * outside; else the one that stands for the place.
 */
export function instanceAt(run: RunState, place: TaskPath, chosen: JournalPath | undefined): TaskInstance | undefined {
  const standing = run.tasks.get(place);
  if (chosen === undefined) return standing;
  const instances = run.instances.get(place) ?? [];
  const chosenPlace = taskPathOf(chosen);
  const round = place === chosenPlace ? run.rounds.get(place)?.find(({ path }) => path === chosen) : undefined;
  if (round !== undefined) return round.run;
  if (place === chosenPlace || chosenPlace.startsWith(`${place}/`)) {
    return instances.findLast(({ path }) => path === chosen || chosen.startsWith(`${path}/`)) ?? standing;
  }
  if (place.startsWith(`${chosenPlace}/`)) {
    return instances.findLast(({ path }) => path.startsWith(`${chosen}/`)) ?? standing;
  }
  return standing;
}
