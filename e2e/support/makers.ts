import { providersAt } from '../../tests/support/page-makers';
import { type Makers, startMakers } from '../servers/makers/server';
import { type App, test as base } from './app';

/**
 * Opens the app with a YAML text, and with the providers under their own names, their keys among the headers. They are
 * written into the app's storage directly: how a person adds one is for other tests.
 */
export async function openWithMakers(app: App, makers: Makers, yaml: string): Promise<void> {
  await app.openStart();
  const providers = providersAt(makers);
  await app.page.evaluate(putSetting, { key: 'providers', value: { version: 2, providers } });
  await app.page.reload();
  await app.openText(yaml);
}

/** Runs in the page. */
async function putSetting({ key, value }: { readonly key: string; readonly value: unknown }): Promise<void> {
  const wait = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await wait(indexedDB.open('heddle'));
  try {
    await wait(database.transaction('settings', 'readwrite').objectStore('settings').put(value, key));
  } finally {
    database.close();
  }
}

/** Tests with the app, and a server that enforces the providers' rules. */
export const test = base.extend<{ makers: Makers }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  makers: async ({}, use) => {
    const makers = await startMakers();
    await use(makers);
    await makers.close();
  },
});
