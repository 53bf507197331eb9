import { firstSearch, selectSearch } from '../drawer-search';
import type { KeptView } from '../open-tabs';
import { firstCanvas, firstShownRun, type ViewStore } from '../view-store';
import { changeField, changeView } from './change-view';

/**
 * Leaves what is shown of a workflow, as another one takes its place. What still waits to be done for it is forgotten.
 */
export function replaceWorkflow(view: ViewStore, root?: string): void {
  for (const request of Object.values(view.requests)) request.drop();
  changeView(view, () => ({
    canvas: { ...firstCanvas, root },
    shownRun: firstShownRun,
    workflow: { savedIn: undefined, draft: undefined },
  }));
}

/** Shows the workflow that was opened, as it was left. A text that does not parse is shown as code. */
export function showWorkflow(view: ViewStore, kept: KeptView | undefined, isBroken: boolean): void {
  changeView(view, ({ preferences, drawer, sides, workflow }) => ({
    screen: { at: 'editor' },
    dialog: undefined,
    canvas: { ...firstCanvas, root: kept?.root, selection: new Set(kept?.selection) },
    shownRun: firstShownRun,
    workflow: { ...workflow, draft: undefined },
    drawer: { tab: kept?.drawerTab ?? drawer.tab, showsQuestions: false, ...selectSearch(kept ?? firstSearch) },
    sides: kept === undefined ? sides : { ...sides, inspector: kept.inspectorTab, left: kept.leftTab },
    preferences: isBroken && preferences.mode === 'canvas' ? { ...preferences, mode: 'code' } : preferences,
  }));
  if (kept?.viewport) view.requests.viewport.send(kept.viewport);
  else view.requests.reveal.send([]);
}

/** Tells which file the open workflow follows; undefined: none. */
export function setSavedIn(view: ViewStore, savedIn: string | undefined): void {
  changeField(view, 'workflow', { savedIn });
}
