import { defined } from '@/base/defined';
import type { AppStores } from '@/state/context';
import { setRoot } from '@/state/view/canvas';
import { openDialog, openScreen } from '@/state/view/screens';
import type { Screen, ViewState } from '@/state/view-store';
import { laterPart } from './later-part';
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

  const writeRoute = () => {
    const route = findShownRoute(stores);
    if (!route) return;
    // At once, also while an address is followed: the page may be left before what it names is there.
    if (route.screen !== 'start' && route.workflowId !== undefined) writeRemembered({ lastWorkflow: route.workflowId });
    if (following) return;
    const hash = formatRoute(route);
    if (hash === location.hash) return;
    const { screen } = parseRoute(location.hash);
    history[screen === 'home' || screen === 'open' || screen === 'receive' ? 'replaceState' : 'pushState'](
      null,
      '',
      hash,
    );
  };

  const followHash = async () => {
    const route = parseRoute(location.hash);
    following = true;
    try {
      if (route.screen === 'home') await targets.home();
      else if (route.screen === 'start') openScreen(view, { at: 'start' });
      else if (route.screen === 'receive') {
        openScreen(view, { at: 'start' });
        void laterPart.load().then(({ receiveShared }) => receiveShared(stores, route.hash));
      } else if (route.screen === 'models' && route.workflowId === undefined) {
        openScreen(view, { at: 'models', back: { at: 'start' } });
      } else if (route.screen === 'open') {
        // A link can offer an address, but nothing is fetched before the person confirms.
        openScreen(view, { at: 'start' });
        openDialog(view, { name: 'open-url', address: route.address });
      } else if (route.workflowId === document.getState().id || (await targets.open(route.workflowId)) === 'opened') {
        openScreen(view, readRouteScreen(route, view.getState().screen));
        if (route.screen === 'editor') setRoot(view, route.root);
      }
    } finally {
      following = false;
    }
    writeRoute();
  };

  document.subscribe((state, before) => state.id !== before.id && writeRoute());
  view.subscribe((state, before) => hasMoved(state, before) && writeRoute());
  addEventListener('popstate', () => void followHash());
  await followHash();
}

/** The route of the current screen; undefined while nothing is open yet. */
function findShownRoute({
  document,
  view,
}: AppStores): Exclude<Route, { screen: 'home' | 'open' | 'receive' }> | undefined {
  const {
    screen,
    canvas: { root },
  } = view.getState();
  if (screen.at === 'start') return { screen: screen.at };
  if (screen.at === 'models' && screen.back.at === 'start') return { screen: screen.at };
  const workflowId = document.getState().id;
  if (workflowId === '') return undefined;
  const runs = screen.at === 'compare-runs' ? screen.runs : undefined;
  const isIn = screen.at === 'editor' && root !== undefined;
  return { screen: screen.at, workflowId, ...defined({ runs, root: isIn ? root : undefined }) };
}

/** The screen that an address of a workflow names; what it shows stays if it is the present one. */
function readRouteScreen({ screen, runs }: Extract<Route, { workflowId: string }>, present: Screen): Screen {
  if (screen === 'compare-runs') return { at: screen, runs };
  if (screen === present.at && (present.at !== 'models' || present.back.at !== 'start')) return present;
  if (screen !== 'models') return { at: screen };
  return { at: screen, back: present.at === 'models' || present.at === 'start' ? { at: 'editor' } : present };
}

/** Whether the view is at another address. */
function hasMoved(state: ViewState, before: ViewState): boolean {
  return state.screen !== before.screen || state.canvas.root !== before.canvas.root;
}
