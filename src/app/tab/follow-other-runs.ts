import { describeFailure } from '@/run/line/compute-run-line';
import { computeTaskSums, formatRanTask } from '@/run/line/task-sums';
import type { AppStores } from '@/state/context';
import { showRun } from '@/state/run-store';
import { showRanTask } from '@/state/show-ran-task';
import { closeNotice, notifyPerson } from '@/ui/overlay/toast';

/**
 * Says when a run of an open workflow that is not shown has ended: `Weekly digest failed: fetch.` Of the shown one its
 * line says it. A failure stays until that workflow is shown or runs again.
 */
export function followOtherRuns(stores: AppStores): void {
  const { services, document } = stores;
  services.tabs.subscribe(({ marks }, { marks: before }) => {
    if (marks === before) return;
    for (const [id, mark] of marks) {
      const earlier = before.get(id);
      if (earlier === mark) continue;
      closeNotice(getNoticeId(id));
      // What is read of a workflow for the first time is no news.
      const isNews = earlier !== undefined && id !== document.getState().id;
      if (isNews && (mark === 'failed' || mark === 'done')) void tellEnd(stores, id).catch(() => undefined);
    }
  });
  document.subscribe(({ id }, before) => id !== before.id && closeNotice(getNoticeId(id)));
}

const getNoticeId = (workflowId: string) => `run of ${workflowId}`;

async function tellEnd(stores: AppStores, workflowId: string): Promise<void> {
  const { services, document } = stores;
  const [newest] = await services.runner.executions(workflowId, 0, 1);
  const ended = newest && (await services.runner.stateAt(newest.id));
  const name = services.tabs.getState().tabs.find(({ id }) => id === workflowId)?.name;
  if (newest === undefined || ended === undefined || name === undefined) return;
  if (document.getState().id === workflowId) return;
  const [task] = ended.status === 'failed' ? computeTaskSums(ended).failed : [];
  const action = { label: 'Show', run: () => void showEnd(stores, workflowId, newest.id, task) };
  const id = getNoticeId(workflowId);
  if (ended.status === 'completed') return notifyPerson({ id, tone: 'ok', title: `${name} is done.`, action });
  if (ended.status !== 'failed') return;
  const title = task === undefined ? `${name} failed.` : `${name} failed: ${formatRanTask(ended, task)}.`;
  const detail = task === undefined ? undefined : describeFailure(ended, task);
  notifyPerson({ id, tone: 'error', title, detail, action });
}

/** Opens the workflow with that run, and the task that failed. */
async function showEnd(
  stores: AppStores,
  workflowId: string,
  executionId: string,
  task: string | undefined,
): Promise<void> {
  await stores.services.tabs.actions.show(workflowId);
  if (stores.document.getState().id !== workflowId) return;
  await showRun(stores.run, stores.services.runner, executionId);
  if (task !== undefined) showRanTask(stores, task);
}
