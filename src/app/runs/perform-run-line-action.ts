import { assertNever } from '@/base/assert-never';
import { getAction } from '@/editor/actions/actions';
import type { RunLineAction } from '@/run/line/run-line';
import { getTaskResult } from '@/run/run-state';
import type { AppStores } from '@/state/context';
import { readPayloadBlob } from '@/state/payload-blob';
import { chooseRun, pauseRun } from '@/state/run-actions';
import { showRanTask } from '@/state/show-ran-task';
import { resumeShownRun, runOpenWorkflow } from '@/state/start-and-fork';
import { openDrawer } from '@/state/view/panels';
import { openDialog, openModels } from '@/state/view/screens';
import { attemptAction } from '@/ui/attempt';
import { downloadBlob } from '@/ui/download-blob';
import { updateSettings } from '@/workflow/commands/update-settings';

/** Does what a button of the line of the run offers. What is not possible here is told. */
export async function performRunLineAction(stores: AppStores, action: RunLineAction): Promise<void> {
  const { view, run, runs, document } = stores;
  const id = run.getState().executionId;
  switch (action.kind) {
    case 'show-problems':
      return openDialog(view, { name: 'problems' });
    case 'pause':
      await attemptAction(() => pauseRun(stores));
      return;
    case 'resume':
      await attemptAction(() => resumeShownRun(stores));
      return;
    case 'take-here':
      await attemptAction(() => takeRunOver(stores));
      return;
    case 'answer':
      await getAction('go-to-question').run(stores);
      return;
    case 'add-key':
      return openModels(view, action.provider);
    case 'sign-in':
      return openDialog(view, { name: 'settings' });
    case 'make-room':
      return openDialog(view, { name: 'clean-up' });
    case 'set-budget':
      await document.actions.dispatch(
        (opened) =>
          updateSettings(opened, {
            patch: {
              limits: {
                ...opened.limits,
                [action.resource === 'cost' ? 'maxTotalCostUsd' : 'maxTotalTokens']: action.to,
              },
            },
          }),
        'Set the budget',
      );
      return;
    case 'run':
    case 'go-on':
      await getAction('run').run(stores);
      return;
    case 'run-from':
      await runOpenWorkflow(stores, { targets: { kind: 'from', tasks: [{ task: action.task }] } });
      return;
    case 'show-task':
      showRanTask(stores, action.task);
      return;
    case 'open-result':
      showRanTask(stores, action.task);
      return openDrawer(view, 'output');
    case 'save-result':
      await attemptAction(() => saveResult(stores, action.task, action.file ?? 'result.txt'));
      return;
    case 'back-to-now': {
      const [newest] = runs.getState().entries;
      if (newest !== undefined) chooseRun(stores, newest.id);
      return;
    }
    case 'close-dry': {
      const real = runs.getState().entries.find((entry) => !entry.isDry && entry.id !== id);
      if (real !== undefined) chooseRun(stores, real.id);
      else run.setState({ ...run.getInitialState(), workflowId: document.getState().id });
      return;
    }
    default:
      return assertNever(action);
  }
}

/** Continues a run that another tab runs here: that tab is asked to hand it over, and if it does not, it is taken. */
async function takeRunOver({ run, services }: AppStores): Promise<void> {
  const { executionId } = run.getState();
  if (executionId === undefined) return;
  await services.runner.takeOver(executionId);
  run.setState({ owner: await services.runner.owner(executionId) });
}

/** Saves what a task gave as a file. */
async function saveResult({ run, services }: AppStores, task: string, file: string): Promise<void> {
  const { present, executionId } = run.getState();
  const ended = present.tasks.get(task);
  const result = ended && getTaskResult(ended);
  if (executionId === undefined || result === undefined) return;
  const whole = result.ref === undefined ? undefined : await readPayloadBlob(services.runner, executionId, result.ref);
  downloadBlob(file, whole ?? new Blob([result.text], { type: 'text/plain;charset=utf-8' }));
}
