import type { TaskPath } from '@/workflow/task-path';
import type { RunState, TaskInstance } from '../run-state';

const none: readonly TaskInstance[] = [];
const byRounds = new WeakMap<readonly object[], readonly TaskInstance[]>();

/**
 * The executions of a task, for stepping through: its ended rounds if it has a loop, else its instances. Returns the
 * same list until it changes.
 */
export function listRunsAt(run: RunState, taskPath: TaskPath): readonly TaskInstance[] {
  const rounds = run.rounds.get(taskPath);
  if (rounds === undefined || !rounds.some(({ of }) => of === 'loop')) return run.instances.get(taskPath) ?? none;
  const known = byRounds.get(rounds) ?? rounds.map((round) => round.run);
  byRounds.set(rounds, known);
  return known;
}
