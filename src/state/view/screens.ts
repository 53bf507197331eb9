import type { AppDialog, DraftedText, Screen, ViewState, ViewStore } from '../view-store';
import { changeView } from './change-view';
import { removeGesture } from './gestures';

/** What a screen changes: a gesture on the canvas does not outlast it. */
function changeScreen({ screen: before, canvas }: ViewState, screen: Screen): Pick<ViewState, 'screen' | 'canvas'> {
  return { screen, canvas: screen.at === before.at ? canvas : removeGesture(canvas) };
}

/** What changes if the editor is shown; nothing, if it is. */
export function changeToEditor(state: ViewState): Pick<ViewState, 'screen' | 'canvas'> {
  return state.screen.at === 'editor' ? state : changeScreen(state, { at: 'editor' });
}

/** Shows a screen instead of the present one. */
export function openScreen(view: ViewStore, screen: Screen): void {
  changeView(view, (state) => changeScreen(state, screen));
}

/** Opens the screen with models, and with the providers and their keys; at one provider, if it is given. */
export function openModels(view: ViewStore, provider?: string): void {
  const { screen } = view.getState();
  if (screen.at === 'models') openScreen(view, { ...screen, provider: provider ?? screen.provider });
  else openScreen(view, { at: 'models', back: screen, provider });
}

/** Shows another provider on the screen with models. If that was left meanwhile, nothing changes. */
export function chooseProvider(view: ViewStore, provider: string): void {
  const { screen } = view.getState();
  if (screen.at === 'models') openScreen(view, { ...screen, provider });
}

/** Compares the open workflow with what a model drafted in its place. The draft waits there if the screen is left. */
export function showDraft(view: ViewStore, draft: DraftedText): void {
  changeView(view, (state) => ({
    ...changeScreen(state, { at: 'compare', with: { kind: 'draft', draft } }),
    workflow: { ...state.workflow, draft },
    dialog: undefined,
  }));
}

/** Leaves the draft of a model, which was used or discarded. */
export function dropDraft(view: ViewStore): void {
  changeView(view, (state) => ({ ...changeToEditor(state), workflow: { ...state.workflow, draft: undefined } }));
}

/** Shows a dialog instead of the one that is open, if any. */
export function openDialog(view: ViewStore, dialog: AppDialog): void {
  changeView(view, () => ({ dialog }));
}

/** Closes whatever dialog is open. */
export function closeDialog(view: ViewStore): void {
  changeView(view, () => ({ dialog: undefined }));
}
