import type { RunState } from '@/run/run-state';
import { holderOf, type TaskPath } from '@/workflow/place';

/**
 * The place of a task that another one names by its id: beside it, or further out. The id itself, if it has not run.
 */
export function placeOfSource({ tasks }: Pick<RunState, 'tasks'>, place: TaskPath, id: string): TaskPath {
  for (let holder = holderOf(place); holder !== undefined; holder = holderOf(holder)) {
    const beside = `${holder}/${id}`;
    if (tasks.has(beside)) return beside;
  }
  return id;
}
