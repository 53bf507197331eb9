import type { EventSearch, LogSearch, OutputLook } from '../drawer-search';
import type { DrawerTab, LeftTab, MapChoice, Panels, Sides, ViewState, ViewStore } from '../view-store';
import { changeField, changeView } from './change-view';
import { changeToEditor } from './screens';

/** Opens, closes or resizes panels. What was opened or closed once does not open by itself any more. */
export function setPanels(view: ViewStore, change: Partial<Panels>): void {
  fitPanels(view, {
    ...(change.right !== undefined && { isRightSet: true }),
    ...(change.drawer !== undefined && { isDrawerSet: true }),
    ...change,
  });
}

/** Opens or closes panels as the window has room for them, which is not the person's choice. */
export function fitPanels(view: ViewStore, change: Partial<Panels>): void {
  changeField(view, 'preferences', { panels: { ...view.getState().preferences.panels, ...change } });
}

/** Opens the inspector for the first selection. */
export function openInspectorOnce(view: ViewStore): void {
  if (view.getState().preferences.panels.isRightSet !== true) setPanels(view, { right: true });
}

/** Shows the editor for a run that starts. The first run opens the drawer. */
export function showRunInEditor(view: ViewStore): void {
  changeView(view, changeToEditor);
  if (view.getState().preferences.panels.isDrawerSet !== true) setPanels(view, { drawer: true });
}

/** Opens a panel if it is closed, and closes it if it is open. */
export function togglePanel(view: ViewStore, panel: 'left' | 'right' | 'drawer'): void {
  setPanels(view, { [panel]: !view.getState().preferences.panels[panel] });
}

/** The panels that {@link toggleAllPanels} closed. */
const hidden = new WeakMap<ViewStore, Pick<Panels, 'left' | 'right' | 'drawer'>>();

/** Closes all panels; if none is open, opens those again that it closed, or all. */
export function toggleAllPanels(view: ViewStore): void {
  const { left, right, drawer } = view.getState().preferences.panels;
  if (left || right || drawer) {
    hidden.set(view, { left, right, drawer });
    setPanels(view, { left: false, right: false, drawer: false });
  } else setPanels(view, hidden.get(view) ?? { left: true, right: true, drawer: true });
}

/**
 * Makes the drawer large, so that nearly all of the canvas is under it, or as high as it was; a closed one opens large.
 */
export function toggleDrawerSize(view: ViewStore): void {
  const { drawer, isDrawerLarge = false } = view.getState().preferences.panels;
  setPanels(view, { drawer: true, isDrawerLarge: !drawer || !isDrawerLarge });
}

/** Whether the large drawer leaves of the canvas only a strip with its tasks. */
export function isCanvasCovered({ preferences: { panels } }: ViewState): boolean {
  return panels.drawer && panels.isDrawerLarge === true;
}

/** Shows the map of the canvas, hides it, or lets it come by itself: one after the other. */
export function stepMap(view: ViewStore): void {
  const next = { 'by-itself': 'on', on: 'off', off: 'by-itself' } as const;
  setMap(view, next[view.getState().preferences.map]);
}

/** Shows or hides the map of the canvas. */
export function setMap(view: ViewStore, map: MapChoice): void {
  changeField(view, 'preferences', { map });
}

/** Shows other tabs in the panels at the sides. */
export function chooseTab(view: ViewStore, tabs: Partial<Omit<Sides, 'isFinding'>>): void {
  changeField(view, 'sides', tabs);
}

/** Opens the panel at the left at one of its tabs. */
export function openLeft(view: ViewStore, tab: LeftTab): void {
  chooseTab(view, { left: tab });
  setPanels(view, { left: true });
}

/** Opens the inspector at its tabs: those of a task, and those without one. */
export function openInspector(view: ViewStore, tabs: Partial<Pick<Sides, 'inspector' | 'whole'>>): void {
  chooseTab(view, tabs);
  setPanels(view, { right: true });
}

/** Opens the drawer, at one of its tabs if it is given. */
export function openDrawer(view: ViewStore, tab?: DrawerTab): void {
  changeView(view, (state) => ({
    ...changeToEditor(state),
    drawer: tab === undefined ? state.drawer : { ...state.drawer, tab, showsQuestions: false },
  }));
  setPanels(view, { drawer: true });
}

/** Opens the drawer at the questions of the run. `focus`: the form takes it; see `ViewRequests.question`. */
export function showQuestions(view: ViewStore, focus?: 'form' | 'fields'): void {
  openDrawer(view);
  changeField(view, 'drawer', { showsQuestions: true });
  if (focus !== undefined) view.requests.question.send(focus);
}

/** The run asks nothing any more: the drawer shows its tab again. */
export function leaveQuestions(view: ViewStore): void {
  view.requests.question.drop();
  changeField(view, 'drawer', { showsQuestions: false });
}

/** Chooses what the drawer shows of a task. */
export function chooseOutputLook(view: ViewStore, outputLook: OutputLook): void {
  changeField(view, 'drawer', { outputLook });
}

/** Filters and orders the events in the drawer. */
export function filterEvents(view: ViewStore, change: Partial<EventSearch>): void {
  changeField(view, 'drawer', { eventSearch: { ...view.getState().drawer.eventSearch, ...change } });
}

/** Filters the logs in the drawer. */
export function filterLogs(view: ViewStore, change: Partial<LogSearch>): void {
  changeField(view, 'drawer', { logSearch: { ...view.getState().drawer.logSearch, ...change } });
}

/** Opens the search in the workflow, in place of the left panel, with the focus in its text. */
export function openFind(view: ViewStore): void {
  changeField(view, 'sides', { isFinding: true });
  setPanels(view, { left: true });
  view.requests.find.send(undefined);
}

/** Shows what the left panel had before the search. */
export function closeFind(view: ViewStore): void {
  changeField(view, 'sides', { isFinding: false });
}
