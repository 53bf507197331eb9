import type { TaskPath } from '@/workflow/task-path';
import { type JournalPath, taskPathOf } from '../journal-path';
import type { RunState, TaskInstance } from '../run-state';

/**
 * The instance of a place that a person looks at, where `chosen` is an instance that was picked at some place: that one
 * at its own place (a round of a loop among them), the newest within it at places inside, the one around it at places
 * outside; else the one that stands for the place.
 */
export function instanceAt(
  run: RunState,
  taskPath: TaskPath,
  chosen: JournalPath | undefined,
): TaskInstance | undefined {
  const standing = run.tasks.get(taskPath);
  if (chosen === undefined) return standing;
  const instances = run.instances.get(taskPath) ?? [];
  const chosenPlace = taskPathOf(chosen);
  const round = taskPath === chosenPlace ? run.rounds.get(taskPath)?.find(({ path }) => path === chosen) : undefined;
  if (round !== undefined) return round.run;
  if (taskPath === chosenPlace || chosenPlace.startsWith(`${taskPath}/`)) {
    return instances.findLast(({ path }) => path === chosen || chosen.startsWith(`${path}/`)) ?? standing;
  }
  if (taskPath.startsWith(`${chosenPlace}/`)) {
    return instances.findLast(({ path }) => path.startsWith(`${chosen}/`)) ?? standing;
  }
  return standing;
}
