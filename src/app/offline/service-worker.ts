// Keeps all files of the running version: the page works offline, and parts that load later belong to that version.
// Built into `service-worker.js` beside the page (vite.config.ts).
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { type UpdateAnswer, updateRequest } from './update-messages';

/** What is used of the global scope of a service worker, whose types are not those of a page. */
interface Scope {
  /** Each file with a hash of it, or `null` where its name has one. Filled in when the page is built. */
  readonly __WB_MANIFEST: readonly PrecacheEntry[];
  readonly registration: { readonly scope: string };
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly { readonly url: string }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(
    type: 'message',
    listener: (event: MessageEvent & { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
}
declare const self: Scope;

precacheAndRoute([...self.__WB_MANIFEST]);
cleanupOutdatedCaches();
// The page of the first visit is taken over at once. A newer version waits until it is asked to take over.
clientsClaim();

self.addEventListener('message', (event) => {
  if (event.data === updateRequest) event.waitUntil(takeOver(event.ports[0]));
});

/** Whether a window shows the app, and not a page of its guide, which loads nothing later. */
function isApp(url: string): boolean {
  const { scope } = self.registration;
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
