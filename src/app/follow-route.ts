import type { AppStores } from '@/state/context';
import { askForAddress, type ViewState } from '@/state/view-store';
import { writeRemembered } from './local-settings';
import { formatRoute, parseRoute, type Route } from './route';
import type { Opened } from './workflows/open-workflow';

/** What the page does when the address names a workflow, or nothing in particular. */
export interface RouteTargets {
  /** Opens a workflow. If that fails, the page stays where it is. */
  open(workflowId: string): Promise<Opened | 'failed'>;
  home(): Promise<void>;
}

/**
 * Keeps the address and the screen in step: each opened screen gets an entry in the browser's history, and back and
 * forward open it again. It begins with what the address says now.
 */
export async function followRoute(stores: AppStores, targets: RouteTargets): Promise<void> {
  const { document, view } = stores;
  let following = false;

  const write = () => {
    const route = shownRoute(stores);
    if (following || !route) return;
    if (route.screen !== 'start' && route.workflowId !== undefined) writeRemembered({ lastWorkflow: route.workflowId });
    const hash = formatRoute(route);
    if (hash === location.hash) return;
    const { screen } = parseRoute(location.hash);
    history[screen === 'home' || screen === 'open' ? 'replaceState' : 'pushState'](null, '', hash);
  };

  const follow = async () => {
    const route = parseRoute(location.hash);
    following = true;
    try {
      if (route.screen === 'home') await targets.home();
      else if (route.screen === 'start') view.setState({ screen: 'start' });
      else if (route.screen === 'models' && route.workflowId === undefined) {
        view.setState({ screen: 'models', modelsFrom: 'start' });
      } else if (route.screen === 'open') {
        // A link can offer an address, but nothing is fetched before the person confirms.
        view.setState({ screen: 'start' });
        askForAddress(view, route.address);
      } else if (route.workflowId === document.getState().id || (await targets.open(route.workflowId)) === 'opened') {
        view.setState(({ modelsFrom }) => ({
          screen: route.screen,
          comparedRuns: route.runs,
          ...(route.screen === 'editor' && { root: route.root }),
          modelsFrom: modelsFrom === 'start' ? 'editor' : modelsFrom,
        }));
      }
    } finally {
      following = false;
    }
    write();
  };

  document.subscribe((state, before) => state.id !== before.id && write());
  view.subscribe((state, before) => hasMoved(state, before) && write());
  addEventListener('popstate', () => void follow());
  await follow();
}

/** The route of the current screen; undefined while nothing is open yet. */
function shownRoute({ document, view }: AppStores): Exclude<Route, { screen: 'home' | 'open' }> | undefined {
  const { screen, comparedRuns: runs, root } = view.getState();
  if (screen === 'start') return { screen };
  if (screen === 'models' && view.getState().modelsFrom === 'start') return { screen };
  const workflowId = document.getState().id;
  if (workflowId === '') return undefined;
  const isIn = screen === 'editor' && root !== undefined;
  return { screen, workflowId, ...(screen === 'compare-runs' && runs && { runs }), ...(isIn && { root }) };
}

/** Whether the view is at another address. */
function hasMoved(state: ViewState, before: ViewState): boolean {
  return state.screen !== before.screen || state.comparedRuns !== before.comparedRuns || state.root !== before.root;
}
