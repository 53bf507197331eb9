import type { AppStores } from '@/state/context';
import { getRunPath } from '@/state/run-path';
import { leaveRoot, openRoot } from '@/state/view/canvas';
import { showCanvas } from '@/state/view/preferences';
import { showCall } from '@/state/view/shown-run';
import { getSelectedTask } from '@/state/view-store';
import { findDefinitionAt } from '@/workflow/document';
import { buildFunctionPath } from '@/workflow/function-path';
import { locateTask, type TaskPath } from '@/workflow/task-path';
import { getCanvas } from '../actions/canvas-handle';
import { focusInspector } from '../actions/focus-inspector';
import { canOpen } from '../geometry/root-boxes';

/**
 * Opens a function as a canvas of its own, with what the shown run did in it for this call, if one is given. Leaving it
 * leads back to what was open, with its selection.
 */
export function openFunction({ view }: Pick<AppStores, 'view'>, name: string, call?: TaskPath): void {
  if (call !== undefined) showCall(view, name, getRunPath(view.getState(), call));
  openRoot(view, buildFunctionPath(name));
  showCanvas(view);
  getCanvas(view)?.focus();
}

/** Opens the function that the selected task calls; if that is not in the workflow, the form of the task. */
export function openCalled(stores: Pick<AppStores, 'document' | 'view'>): void {
  const { document } = stores.document.getState();
  const selected = getSelectedTask(stores.view.getState()) ?? '';
  const task = locateTask(document, selected)?.task;
  const ref = task?.type === 'call' ? task.ref : undefined;
  if (ref !== undefined && findDefinitionAt(document, buildFunctionPath(ref))) openFunction(stores, ref, selected);
  else focusInspector(stores.view);
}

/** Goes back from a function to where it was opened from; without that, or if it is gone, to the workflow. */
export function leaveFunction({ document, view }: Pick<AppStores, 'document' | 'view'>): void {
  const { document: current } = document.getState();
  leaveRoot(view, (root) => canOpen(current, root));
}
