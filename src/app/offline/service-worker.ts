// Keeps files of the running version: from the first visit on what a person needs to go on offline, and each other
// file once it was looked at. So parts that load later belong to that version. Built into `service-worker.js` beside
// the page (vite.config.ts); which files are kept is said in scripts/precache.mjs.
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { type UpdateAnswer, updateRequest } from './update-messages';

/** What is used of the global scope of a service worker, whose types are not those of a page. */
interface Scope {
  /** Each file with a hash of it, or `null` where its name has one. Filled in when the page is built. */
  readonly __WB_MANIFEST: readonly PrecacheEntry[];
  /** A hash of all files of the built page. Filled in when the page is built. */
  readonly version: string;
  readonly registration: { readonly scope: string };
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly { readonly url: string }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'message', listener: (event: MessageEvent & Lasting) => void): void;
  addEventListener(type: 'activate', listener: (event: Event & Lasting) => void): void;
}

/** An event until whose work is done the service worker is not stopped. */
interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}
declare const self: Scope;

precacheAndRoute([...self.__WB_MANIFEST]);
cleanupOutdatedCaches();

/** What was looked at, of this version. */
const opened = `heddle-opened-${self.version}`;
const { scope } = self.registration;

/** A server may answer with the page where it has no such file: that is not kept in its place. */
const isItself = async ({ request, response }: { readonly request: Request; readonly response: Response }) => {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  return response.ok && (!isPage || request.url.endsWith('.html')) ? response : null;
};

/** The pages of the guide are kept as one file (scripts/guide-pages.mjs). */
registerRoute(
  ({ url }) => url.href.startsWith(`${scope}guide/`) && url.pathname.endsWith('.html'),
  async ({ url, request, event }) => {
    const kept = await matchPrecache('guide/pages.json');
    const pages: Readonly<Record<string, string | undefined>> = kept === undefined ? {} : await kept.json();
    const page = pages[`guide/${url.pathname.slice(url.pathname.lastIndexOf('/') + 1)}`];
    if (page === undefined) return new NetworkOnly().handle({ request, event });
    return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  },
);

registerRoute(
  ({ url, request }) =>
    request.method === 'GET' && /^(assets|examples|gallery|guide|schemas|tutorial)\//.test(url.href.replace(scope, '')),
  new CacheFirst({ cacheName: opened, plugins: [{ cacheWillUpdate: isItself }] }),
);

self.addEventListener('activate', (event) => event.waitUntil(forgetOtherVersions()));

async function forgetOtherVersions(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('heddle-opened-') && name !== opened);
  await Promise.all(old.map((name) => caches.delete(name)));
}

// The page of the first visit is taken over at once. A newer version waits until it is asked to take over.
clientsClaim();

self.addEventListener('message', (event) => {
  if (event.data === updateRequest) event.waitUntil(takeOver(event.ports[0]));
});

/** Whether a window shows the app, and not a page of its guide, which loads nothing later. */
function isApp(url: string): boolean {
  return url.startsWith(scope) && !url.startsWith(`${scope}guide/`);
}

/** Takes over if one tab is open: what others have not fetched yet would be gone. */
async function takeOver(asker: MessagePort | undefined): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tabs = windows.filter(({ url }) => isApp(url));
  const answer: UpdateAnswer = { otherTabs: Math.max(0, tabs.length - 1) };
  asker?.postMessage(answer);
  if (answer.otherTabs === 0) await self.skipWaiting();
}
