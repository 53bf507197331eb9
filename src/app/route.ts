import type { Screen } from '@/state/view-store';

/**
 * The screen that the address names. `home`: nothing in particular, as on a first visit. `open`: another address should
 * be opened.
 */
export type Route =
  | { readonly screen: 'home' }
  | { readonly screen: Extract<Screen, 'start'> }
  /** Without a workflow: opened from the start page. */
  | { readonly screen: 'models'; readonly workflowId?: never }
  | { readonly screen: 'open'; readonly address: string }
  | { readonly screen: Exclude<Screen, 'start'>; readonly workflowId: string };

/** Parses the part of the address after `#`. Anything unknown is `home`. */
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

/** The prefix of the address of a workflow that a link offers. */
const openMark = '#open=';

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
  if (route.screen === 'open') return openMark + encodeURIComponent(route.address);
  if (route.workflowId === undefined) return '#/models';
  const place = `#/w/${encodeURIComponent(route.workflowId)}`;
  return route.screen === 'editor' ? place : `${place}/${route.screen}`;
}
