import type { OutputKind, Preferences, ShownAs, ViewStore } from '../view-store';
import { changeField } from './change-view';

/** Changes what a person prefers; panels are changed by their own actions. */
export function setPreferences(view: ViewStore, change: Partial<Omit<Preferences, 'panels'>>): void {
  changeField(view, 'preferences', change);
}

/** Shows outputs of a kind in this way, from now on. */
export function chooseOutputView(view: ViewStore, kind: OutputKind, chosen: ShownAs): void {
  setPreferences(view, { outputViews: { ...view.getState().preferences.outputViews, [kind]: chosen } });
}

/** Shows the code, beside the canvas if only that is shown. */
export function showCode(view: ViewStore): void {
  if (view.getState().preferences.mode === 'canvas') setPreferences(view, { mode: 'both' });
}

/** Shows the canvas, beside the code if only that is shown. */
export function showCanvas(view: ViewStore): void {
  if (view.getState().preferences.mode === 'code') setPreferences(view, { mode: 'both' });
}
