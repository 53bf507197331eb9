import { cutToStart } from '@/base/start-of';
import type { ComparedRuns, ScreenName } from '@/state/view-store';

/**
 * The screen that the address names. `home`: nothing in particular, as on a first visit. `open`: another address should
 * be opened.
 */
export type Route =
  | { readonly screen: 'home' }
  /** The page is given something: a run by the page that opened it, or a workflow in `hash`. */
  | { readonly screen: 'receive'; readonly hash: string }
  | { readonly screen: Extract<ScreenName, 'start'> }
  /** Without a workflow: opened from the start page. */
  | { readonly screen: 'models'; readonly workflowId?: never }
  | { readonly screen: 'open'; readonly address: string }
  | {
      readonly screen: Exclude<ScreenName, 'start'>;
      readonly workflowId: string;
      readonly runs?: ComparedRuns;
      /** The path of the container that the canvas is opened at. */
      readonly root?: string;
    };

/** No id is longer. One that is is cut, so that it is unknown as any other that does not exist. */
const maxIdLength = 200;
const limitId = (written: string): string => cutToStart(written, maxIdLength);

/** Parses the part of the address after `#`. Anything unknown is `home`. */
export function parseRoute(hash: string): Route {
  if (hash.startsWith(openPrefix)) return parseOpen(hash.slice(openPrefix.length));
  if (hash === receivePlace || hash.startsWith('#w=')) return { screen: 'receive', hash };
  const [, place, ...encoded] = hash.split('/');
  let names: readonly string[];
  try {
    names = encoded.map(decodeURIComponent);
  } catch {
    return { screen: 'home' };
  }
  const [id = '', screen = 'editor', first, second, ...rest] = names;
  const workflowId = limitId(id);
  if (place === 'start' && names.length === 0) return { screen: 'start' };
  if (place === 'models' && names.length === 0) return { screen: 'models' };
  if (place !== 'w' || workflowId === '' || rest.length > 0 || !isScreen(screen)) return { screen: 'home' };
  if (first === undefined) return { screen, workflowId };
  if (screen === 'editor') return second === undefined ? { screen, workflowId, root: first } : { screen: 'home' };
  return screen === 'compare-runs' && first && second
    ? { screen, workflowId, runs: { first: limitId(first), second: limitId(second) } }
    : { screen: 'home' };
}

/** The screens of a workflow that an address can name. */
const screens = ['editor', 'plan', 'compare', 'compare-runs', 'context', 'models', 'tools'] as const;

function isScreen(name: string): name is (typeof screens)[number] {
  return (screens as readonly string[]).includes(name);
}

/** The address of a page that was opened by that of a shared run (`share/hand-over-messages.ts`). */
const receivePlace = '#/receive';

/** The prefix of the address of a workflow that a link offers. */
const openPrefix = '#open=';

/** The address, either typed by hand into a link or encoded. */
function parseOpen(written: string): Route {
  if (/^https?:\/\//i.test(written)) return { screen: 'open', address: written };
  try {
    return written === '' ? { screen: 'home' } : { screen: 'open', address: decodeURIComponent(written) };
  } catch {
    return { screen: 'home' };
  }
}

/** The inverse of {@link parseRoute}. */
export function formatRoute(route: Route): string {
  if (route.screen === 'home') return '#/';
  if (route.screen === 'start') return '#/start';
  if (route.screen === 'receive') return route.hash;
  if (route.screen === 'open') return openPrefix + encodeURIComponent(route.address);
  if (route.workflowId === undefined) return '#/models';
  const place = `#/w/${encodeURIComponent(route.workflowId)}`;
  if (route.screen === 'editor')
    return route.root === undefined ? place : `${place}/editor/${encodeURIComponent(route.root)}`;
  const { first, second } = route.runs ?? {};
  const runs = [first, second].flatMap((id) => (id === undefined ? [] : [encodeURIComponent(id)]));
  return [place, route.screen, ...runs].join('/');
}
