import type { RunWish } from '../run-wish';
import type { ViewStore } from '../view-store';
import { changeField, changeView } from './change-view';
import { fitPanels } from './panels';
import { changeToEditor } from './screens';

/** Opens the form for what a run is given, or has the open one say what is still missing. */
export function askForInputs(view: ViewStore, wish: RunWish): void {
  const { workflow, preferences } = view.getState();
  const { inputsFor: before } = workflow;
  changeView(view, changeToEditor);
  changeField(view, 'workflow', {
    inputsFor:
      before === undefined
        ? { wish, tries: 0, wasClosed: !preferences.panels.right }
        : { ...before, wish, tries: before.tries + 1 },
  });
  // That it is open is not the person's choice for the inspector.
  fitPanels(view, { right: true });
}

/** Closes the form for what a run is given, so that the inspector is there again, if it was. */
export function closeInputs(view: ViewStore): void {
  const { inputsFor } = view.getState().workflow;
  if (inputsFor === undefined) return;
  changeField(view, 'workflow', { inputsFor: undefined });
  if (inputsFor.wasClosed) fitPanels(view, { right: false });
}
