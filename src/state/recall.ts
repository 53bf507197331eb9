import { toFailure } from '@/base/errors';
import type { RunEvent } from '@/run/events';
import type { JournalPath } from '@/run/journal-path';
import { findNumberedPart, findPathOfNumber } from '@/run/projections/number-in-runs';
import { listRunsAt } from '@/run/projections/runs-at';
import { addRecalled } from '@/run/projections/with-recalled';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { Runner } from '@/run/runner';
import type { TaskPath } from '@/workflow/task-path';
import type { AppStores } from './context';
import type { RunStore } from './run-store';

/** Events that are read at once. */
const page = 1000;

/**
 * Shows one of the runs of a task by its number, as `findNumberInRuns` counts them. One that long lists no longer hold
 * is read from the log first.
 */
export async function showRunOfTask(
  { run, services }: Pick<AppStores, 'run' | 'services'>,
  taskPath: TaskPath,
  number: number,
  show: (path: JournalPath) => void,
): Promise<void> {
  // What is on the screen may be a moment older than the state.
  const runs = listRunsAt(run.getState().run, taskPath);
  const path = findPathOfNumber(runs, number);
  if (path === undefined) return;
  if (runs.some((one) => one.path === path) || (await recallRun(run, services.runner, path))) show(path);
}

/**
 * Reads again what happened in the item, step or round that a path is in, and adds it to the shown state. False: the
 * log has nothing of it, another run is shown meanwhile, or it could not be read, which is then said.
 */
export async function recallRun(
  store: RunStore,
  runner: Pick<Runner, 'findEvents'>,
  path: JournalPath,
): Promise<boolean> {
  const { executionId, run } = store.getState();
  if (executionId === undefined) return false;
  try {
    const events = await readEventsWithin(runner, executionId, path, run.seq);
    if (events.length === 0 || store.getState().executionId !== executionId) return false;
    const recalled = reduceRun(emptyRun, events);
    // While the person looks back, only what had happened by then is shown.
    store.setState(({ travel, run: shown, present }) =>
      travel === undefined ? { recalled, run: addRecalled(present, recalled) } : { run: addRecalled(shown, recalled) },
    );
    return true;
  } catch (error) {
    if (store.getState().executionId === executionId) store.setState({ unread: toFailure(error) });
    return false;
  }
}

async function readEventsWithin(
  runner: Pick<Runner, 'findEvents'>,
  executionId: string,
  path: JournalPath,
  last: number,
): Promise<readonly RunEvent[]> {
  const found: RunEvent[] = [];
  for (let from: number | null = 1; from !== null; ) {
    const { events, next } = await runner.findEvents(executionId, {
      filter: { path: findNumberedPart(path) },
      from,
      direction: 'forward',
      limit: page,
    });
    found.push(...events.filter(({ seq }) => seq <= last));
    // After its end nothing more happens in it.
    if (found.some((event) => event.path === path && ends.has(event.kind))) return found;
    from = next;
  }
  return found;
}

const ends: ReadonlySet<RunEvent['kind']> = new Set([
  'task.completed',
  'task.failed',
  'task.skipped',
  'task.cancelled',
  'iteration.logged',
]);
