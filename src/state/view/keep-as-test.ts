import type { ViewStore } from '../view-store';
import { changeField, changeView } from './change-view';
import { closeInputs } from './inputs';
import { fitPanels } from './panels';
import { changeToEditor } from './screens';

/** Opens the form that makes a test of a run. */
export function askToKeep(view: ViewStore, executionId: string): void {
  closeInputs(view);
  const { preferences, workflow } = view.getState();
  changeView(view, changeToEditor);
  changeField(view, 'workflow', {
    kept: { executionId, wasClosed: workflow.kept?.wasClosed ?? !preferences.panels.right },
  });
  fitPanels(view, { right: true });
}

/** Closes that form, so that the inspector is there again, if it was. */
export function closeKept(view: ViewStore): void {
  const { kept } = view.getState().workflow;
  if (kept === undefined) return;
  changeField(view, 'workflow', { kept: undefined });
  if (kept.wasClosed) fitPanels(view, { right: false });
}
