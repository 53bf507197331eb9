import type { TaskPath } from '@/workflow/task-path';
import type { RunState, TaskInstance } from '../run-state';

const none: readonly TaskInstance[] = [];
const byRounds = new WeakMap<readonly object[], readonly TaskInstance[]>();

/**
 * The times that the task at a place ran, as they can be looked through: of a task with a loop its rounds, as far as
 * they have ended, else its instances. The same list as long as nothing of it changes.
 */
export function runsAt(run: RunState, taskPath: TaskPath): readonly TaskInstance[] {
  const rounds = run.rounds.get(taskPath);
  if (rounds === undefined || !rounds.some(({ of }) => of === 'loop')) return run.instances.get(taskPath) ?? none;
  const known = byRounds.get(rounds) ?? rounds.map((round) => round.run);
  byRounds.set(rounds, known);
  return known;
}

/** Where in these runs the one stands that is looked at; after all of them for a round that is still under way. */
export function indexInRuns(runs: readonly TaskInstance[], shown: TaskInstance): number {
  const index = runs.indexOf(shown);
  if (index >= 0) return index;
  return shown.status === 'running' ? runs.length : runs.length - 1;
}
