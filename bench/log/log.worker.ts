import { openIdbStores } from '@/storage/idb/open-idb-stores';
import { askAt, measureLookups, measureMap } from './measure-calls';
import { type Figures, measureAppends, measureRun, measureStore } from './measure-log';

/** Events that the stores are measured with by themselves. */
const appended = 100_000;

const open = () => openIdbStores({ name: 'bench-log', now: Date.now });

/** The layout of the log, and nothing else: a record with a thousand events as one JSON string, flushed. */
async function bareIndexedDb(): Promise<Figures> {
  const request = indexedDB.open('bench-bare', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('events');
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const figures = await measureAppends(appended, async (events) => {
    const tx = database.transaction('events', 'readwrite', { durability: 'strict' });
    tx.objectStore('events').put(JSON.stringify(events), events[0]?.seq ?? 0);
    await new Promise((resolve, reject) => {
      tx.oncomplete = resolve;
      tx.onerror = reject;
    });
  });
  database.close();
  indexedDB.deleteDatabase('bench-bare');
  return figures;
}

const subjects: Readonly<Record<string, (steps: number, server: string) => Promise<Figures>>> = {
  bare: bareIndexedDb,
  store: async () => measureStore(appended, await open()),
  run: (steps) => measureRun(steps, open),
  lookups: async (calls) => measureLookups(calls, await open()),
  map: (items, server) => measureMap(items, open, (prompt) => askAt(server, prompt)),
};

interface Asked {
  readonly subject: string;
  readonly steps: number;
  readonly server: string;
}

addEventListener('message', async ({ data }: MessageEvent<Asked>) => {
  postMessage(await subjects[data.subject]?.(data.steps, data.server));
});
addEventListener('unhandledrejection', ({ reason }) => reportError(reason));
