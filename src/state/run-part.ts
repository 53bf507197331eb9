import { defined } from '@/base/defined';
import type { RunTarget, RunTargets, TargetKind } from '@/plan/partial/run-targets';
import { isUnfinished } from '@/run/is-unfinished';
import { findInstance } from '@/run/journal-path';
import { findInstanceAt } from '@/run/projections/instance-at';
import type { RunEntry } from '@/run/runner';
import type { AppStores } from './context';

/** The newest run of the open workflow, if it has ended: what a run of a part of the workflow takes from. */
export function findNewestEnded({ document, runs }: Pick<AppStores, 'document' | 'runs'>): RunEntry | undefined {
  const { workflowId, entries } = runs.getState();
  const newest = workflowId === document.getState().id ? entries.find(({ isDry }) => !isDry) : undefined;
  return newest === undefined || isUnfinished(newest.status) ? undefined : newest;
}

/**
 * The selected tasks as the part of the workflow to run. Of a task in a container the round or item is meant that is
 * shown, if the newest run is.
 */
export function buildTargets(
  stores: Pick<AppStores, 'document' | 'runs' | 'run' | 'view'>,
  kind: TargetKind,
): RunTargets {
  const {
    canvas: { selection },
    shownRun: { instance },
  } = stores.view.getState();
  const { executionId, run } = stores.run.getState();
  const isShown = executionId !== undefined && executionId === findNewestEnded(stores)?.id;
  const tasks = [...selection].map((task): RunTarget => {
    const shown = isShown && task.includes('/') ? findInstanceAt(run, task, instance) : undefined;
    const path = shown && findInstance(shown.path);
    return { task, ...defined({ instance: path }) };
  });
  return { kind, tasks };
}
