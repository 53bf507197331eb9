import type { Screen } from '@/state/view-store';

/**
 * What the address says is shown. `home`: nothing in particular, as on a first visit. `open`: another address is to be
 * opened.
 */
export type Route =
  | { readonly screen: 'home' }
  | { readonly screen: Extract<Screen, 'start'> }
  /** Without a workflow: as it is opened from the start page. */
  | { readonly screen: 'models'; readonly workflowId?: never }
  | { readonly screen: 'open'; readonly address: string }
  | { readonly screen: Exclude<Screen, 'start'>; readonly workflowId: string };

/** Reads the part of the address after `#`. What is not known is `home`. */
export function parseRoute(hash: string): Route {
  if (hash.startsWith(openMark)) return parseOpen(hash.slice(openMark.length));
  const [, place, id, more, ...rest] = hash.split('/');
  if (place === 'start' && id === undefined) return { screen: 'start' };
  if (place === 'models' && id === undefined) return { screen: 'models' };
  if (place !== 'w' || !id || rest.length > 0) return { screen: 'home' };
  let workflowId: string;
  try {
    workflowId = decodeURIComponent(id);
  } catch {
    return { screen: 'home' };
  }
  if (more === undefined) return { screen: 'editor', workflowId };
  return more === 'plan' || more === 'compare' || more === 'context' || more === 'models' || more === 'tools'
    ? { screen: more, workflowId }
    : { screen: 'home' };
}

/** What stands before the address of a workflow that a link offers. */
const openMark = '#open=';

/** The address as it was typed by hand into a link, or encoded. */
function parseOpen(written: string): Route {
  if (/^https?:\/\//i.test(written)) return { screen: 'open', address: written };
  try {
    return written === '' ? { screen: 'home' } : { screen: 'open', address: decodeURIComponent(written) };
  } catch {
    return { screen: 'home' };
  }
}

/** The way back from {@link parseRoute}. */
export function formatRoute(route: Route): string {
  if (route.screen === 'home') return '#/';
  if (route.screen === 'start') return '#/start';
  if (route.screen === 'open') return openMark + encodeURIComponent(route.address);
  if (route.workflowId === undefined) return '#/models';
  const place = `#/w/${encodeURIComponent(route.workflowId)}`;
  return route.screen === 'editor' ? place : `${place}/${route.screen}`;
}
