import type { Screen } from '@/state/view-store';

/** What the address says is shown. `home`: nothing in particular, as on a first visit. */
export type Route =
  | { readonly screen: 'home' }
  | { readonly screen: Extract<Screen, 'start'> }
  | { readonly screen: Exclude<Screen, 'start'>; readonly workflowId: string };

/** Reads the part of the address after `#`. What is not known is `home`. */
export function parseRoute(hash: string): Route {
  const [, place, id, more, ...rest] = hash.split('/');
  if (place === 'start' && id === undefined) return { screen: 'start' };
  if (place !== 'w' || !id || rest.length > 0) return { screen: 'home' };
  let workflowId: string;
  try {
    workflowId = decodeURIComponent(id);
  } catch {
    return { screen: 'home' };
  }
  if (more === undefined) return { screen: 'editor', workflowId };
  return more === 'plan' ? { screen: 'plan', workflowId } : { screen: 'home' };
}

/** The way back from {@link parseRoute}. */
export function formatRoute(route: Route): string {
  if (route.screen === 'home') return '#/';
  if (route.screen === 'start') return '#/start';
  const place = `#/w/${encodeURIComponent(route.workflowId)}`;
  return route.screen === 'plan' ? `${place}/plan` : place;
}
