// Stores all files of the running version, so that the page works offline, and parts that load later belong to the same
// version. It is built into `service-worker.js` beside the page (vite.config.ts).
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { type UpdateAnswer, updateRequest } from './update-messages';

/** The used members of a service worker's global scope. Its types are not among those of a page. */
interface Scope {
  /** Each file with its hash, or `null` if its name contains one. The build fills it in. */
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
// The first version controls its page at once. A newer version waits until it is asked to take over.
clientsClaim();

self.addEventListener('message', (event) => {
  if (event.data === updateRequest) event.waitUntil(takeOver(event.ports[0]));
});

/** Takes over if only one tab is open: other tabs would lose files that they have not loaded yet. */
async function takeOver(asker: MessagePort | undefined): Promise<void> {
  // Tabs of an earlier version count too. They are not clients of this one yet, hence `includeUncontrolled`.
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tabs = windows.filter(({ url }) => url.startsWith(self.registration.scope));
  const answer: UpdateAnswer = { otherTabs: Math.max(0, tabs.length - 1) };
  asker?.postMessage(answer);
  if (answer.otherTabs === 0) await self.skipWaiting();
}
