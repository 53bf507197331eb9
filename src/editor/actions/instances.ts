import { instanceOf, parentOfPath } from '@/run/path';
import { instanceAt } from '@/run/projections/instance-at';
import { indexInRuns, runsAt } from '@/run/projections/runs-at';
import type { AppStores } from '@/state/context';
import { selectedTask } from '@/state/view-store';
import { locateTask, placeIn, type TaskPath } from '@/workflow/place';
import type { Task } from '@/workflow/tasks';

/** Of which place the instances are looked through at a task: the rounds of a loop are those of its director. */
export function instancePlace(place: TaskPath, task: Task): TaskPath {
  return task.type === 'director_evaluator' && task.director !== undefined ? placeIn(place, 'director') : place;
}

/**
 * Looks at the instance before or after the one that is looked at, and at what ran in the same round or for the same
 * item.
 */
export function stepInstance({ run, view }: Pick<AppStores, 'run' | 'view'>, place: TaskPath, by: -1 | 1): void {
  const state = run.getState().run;
  const runs = runsAt(state, place);
  const shown = instanceAt(state, place, view.getState().instance);
  const next = shown === undefined ? undefined : runs[indexInRuns(runs, shown) + by];
  if (next === undefined) return;
  // What ran in the same round or for the same item is looked at with it; a round of the task's own loop is one by
  // itself.
  const around = instanceOf(next.path) === next.path ? parentOfPath(next.path) : undefined;
  view.setState({ instance: around ?? next.path });
}

/** The same for the selected task. */
export function stepSelectedInstance(stores: AppStores, by: -1 | 1): void {
  const place = selectedTask(stores.view.getState());
  const task = place === undefined ? undefined : locateTask(stores.document.getState().document, place)?.task;
  if (place !== undefined && task !== undefined) stepInstance(stores, instancePlace(place, task), by);
}

/** Whether the selected task ran more than once. */
export function hasInstances({ document, run, view }: AppStores): boolean {
  const place = selectedTask(view.getState());
  const task = place === undefined ? undefined : locateTask(document.getState().document, place)?.task;
  if (place === undefined || task === undefined) return false;
  return runsAt(run.getState().run, instancePlace(place, task)).length > 1;
}
