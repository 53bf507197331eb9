import { AppError } from '@/base/errors';
import { findInstance, getNearestTaskPath } from '@/run/journal-path';
import type { FoundRun, FoundText } from '@/run/search/found-run';
import type { AppStores } from '@/state/context';
import { showRun } from '@/state/run-store';
import { showRanTask } from '@/state/show-ran-task';
import { travelToEvent } from '@/state/time-travel';
import { openDrawer, openLeft } from '@/state/view/panels';
import { closeDialog, openScreen } from '@/state/view/screens';
import { chooseInstance } from '@/state/view/shown-run';
import { openWorkflow } from '../workflows/open-workflow';

/**
 * Shows a run that was found, as of the event that has the text: its workflow is opened, its task selected; what
 * ran in a call on the canvas of its function. A prompt is shown as it was sent. Error `VALIDATION_ERROR` if the run or
 * its workflow was deleted since.
 */
export async function openFound(stores: AppStores, found: FoundRun, text?: FoundText): Promise<void> {
  const { document, view, run, services } = stores;
  if (document.getState().id !== found.workflowId) {
    const opened = await openWorkflow(stores, found.workflowId);
    if (opened === 'missing') throw isGone('The workflow of this run no longer exists.');
    // The person is told why the open workflow could not be left.
    if (opened !== 'opened') return;
  }
  const [first] = await services.runner.readEvents(found.id, 1, 1);
  if (first === undefined) throw isGone('This run no longer exists.');
  openScreen(view, { at: 'editor' });
  closeDialog(view);
  chooseInstance(view, undefined);
  await showRun(run, services.runner, found.id);
  if (text === undefined) {
    openLeft(view, 'runs');
    return;
  }
  await travelToEvent(run, services.runner, text.seq);
  const taskPath = getNearestTaskPath(text.path);
  const isThere = taskPath !== '' && showRanTask(stores, taskPath);
  chooseInstance(view, findInstance(text.path));
  // A task that was renamed or removed since is shown by its event.
  openDrawer(view, isThere ? 'output' : 'events');
  if (text.role === 'prompt') openScreen(view, { at: 'context', call: text.path });
}

function isGone(message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { advice: 'Search again to see what there is now.' });
}
