import { formatCount } from '@/base/figures';
import { findKeyArea } from '@/editor/actions/find-action';
import { isUnfinished } from '@/run/is-unfinished';
import { describeFailure, describeQuestion } from '@/run/line/compute-run-line';
import { formatRunSentence } from '@/run/line/run-line';
import { computeTaskSums, formatRanTask } from '@/run/line/task-sums';
import { emptyRun } from '@/run/reduce-run';
import type { RunState } from '@/run/run-state';
import type { AppStores } from '@/state/context';
import type { RunViewState } from '@/state/run-store';
import { listRunNames } from '@/state/runs-store';
import { showRanTask } from '@/state/show-ran-task';
import { openDrawer, openInspector } from '@/state/view/panels';
import { sayAlert, sayStatus } from '@/ui/live-texts';
import { readRunLine } from '../runs/run-facts';

/** How often it is said how far a run is, in ms. */
const sayEvery = 30_000;

/**
 * Follows the shown run: says what a person who does not see the page has to know of it, and, when it fails, shows
 * where. Single tasks and streams are not said. Only what happens from now on counts, not what is read of the past.
 */
export function followRunNews(stores: AppStores): void {
  const { run, runs } = stores;
  /** The run of which news are followed. */
  let followed = run.getState().present.seq > 0 ? run.getState().executionId : undefined;
  /** A run that has begun and is not said yet, because it has no number. */
  let begun: string | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const since = Date.now();

  const keepTime = (isGoing: boolean) => {
    if (!isGoing) clearInterval(timer);
    timer = isGoing ? (timer ?? setInterval(() => sayProgress(stores), sayEvery)) : undefined;
  };
  const sayBegun = () => {
    const name = begun === undefined ? undefined : listRunNames(runs.getState().entries).get(begun);
    if (name === undefined) return;
    begun = undefined;
    const { present } = run.getState();
    if (isUnfinished(present.status)) sayStatus(`${name} started, ${formatCount(present.taskCount, 'task')}.`);
  };
  /** Whether a run that comes on the screen has just begun; else it is read again, or was chosen from the list. */
  const isBegun = ({ executionId, workflowId, present }: RunViewState): boolean => {
    const { entries, status, workflowId: listed } = runs.getState();
    if (status !== 'ready' || listed !== workflowId || Date.parse(present.startedAt ?? '') < since) return false;
    const entry = entries.find(({ id }) => id === executionId);
    return entry === undefined || isUnfinished(entry.status);
  };

  run.subscribe((state, before) => {
    const { executionId, present } = state;
    if (present === before.present && executionId === before.executionId) return;
    keepTime(executionId !== undefined && present.seq > 0 && present.status === 'running');
    if (executionId === undefined || present.seq === 0) return;
    if (executionId === followed) {
      // It is read again, after it was away from the screen.
      if (before.executionId === executionId && before.present.seq > 0) tellNews(stores, present, before.present);
      return;
    }
    followed = executionId;
    if (!isBegun(state)) return;
    begun = executionId;
    sayBegun();
    tellNews(stores, present, emptyRun);
  });
  runs.subscribe(sayBegun);
}

function sayProgress(stores: AppStores): void {
  const { present } = stores.run.getState();
  if (present.questions.size > 0) return;
  const { ended } = computeTaskSums(present);
  sayStatus(`${ended} of ${formatCount(present.taskCount, 'task')} done. ${readRunLine(stores).text}`);
}

function tellNews(stores: AppStores, present: RunState, before: RunState): void {
  const failed = computeTaskSums(present).failed.filter((path) => before.tasks.get(path)?.status !== 'failed');
  const alerts = failed.map((path) => `${formatRanTask(present, path)} failed. ${describeFailure(present, path)}`);
  const [first] = present.questions.keys();
  if (first !== undefined && !before.questions.has(first)) alerts.push(describeQuestion(present) ?? '');
  if (alerts.length > 0) sayAlert(alerts.join(' '));
  if (isUnfinished(present.status) || !isUnfinished(before.status)) return;
  const line = readRunLine(stores);
  sayStatus(formatRunSentence(line));
  if (present.status === 'failed') showFailure(stores);
}

/**
 * Shows the task that made the run fail: selected and in sight, its reason in the inspector, its log in the drawer.
 * Whoever types, or has something selected, is not disturbed.
 */
function showFailure(stores: AppStores): void {
  const { view, run } = stores;
  const { present } = run.getState();
  const [task] = computeTaskSums(present).failed;
  const { screen, canvas, dialog } = view.getState();
  const area = findKeyArea(document.activeElement);
  const isBusy = area === 'text' || area === 'floating' || dialog !== undefined;
  if (task === undefined || isBusy || screen.at !== 'editor' || canvas.selection.size > 0 || canvas.edge) return;
  showRanTask(stores, task);
  openInspector(view, { inspector: 'task' });
  openDrawer(view, hasLog(present, task) ? 'logs' : 'output');
}

/** Whether the logs list anything of a task: an attempt that another one followed, or a round. */
function hasLog({ retries, rounds }: RunState, task: string): boolean {
  return retries.has(task) || rounds.has(task);
}
