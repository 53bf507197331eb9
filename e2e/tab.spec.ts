import type { Page } from '@playwright/test';
import { expect, test } from './support/app';

const workflow = `heddle: 1
name: Notes
default_model: harbour:small
tasks:
  a: { description: Task a, inject_context: false }
  b: { description: Task b, inject_context: false, depends_on: [a] }
`;

/** Tells the page that it is hidden, as a browser does when another tab is chosen, or seen again. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

const iconOf = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href');
const shownNotifications = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { shown: readonly string[] }).shown);

test('the tab shows how the run is, and who was away is told of its end', async ({ app, page, server }) => {
  // A headless browser shows no notifications: those that are made are noted, and the permission is given when asked.
  await page.addInitScript(() => {
    const shown: string[] = [];
    class Noted extends EventTarget {
      static permission = 'default';
      static requestPermission = async () => {
        Noted.permission = 'granted';
        return 'granted';
      };
      close = () => {};
      constructor(title: string) {
        super();
        shown.push(title);
      }
    }
    Object.assign(globalThis, { Notification: Noted, shown });
  });
  server.on({ match: 'Task a', reply: 'a' });
  server.on({ match: 'Task b', reply: 'b', holdAfterChunks: 0 });
  await app.openText(workflow, { id: 'harbour', baseUrl: `${server.url}/v1` });
  await expect(page).toHaveTitle('Notes · Heddle');
  await app.start();
  await expect(page).toHaveTitle('1 of 2 · Notes · Heddle');
  expect(await iconOf(page)).toBe('./icons/tab-running.svg');

  await setHidden(page, true);
  server.release();
  await expect(page).toHaveTitle('Done · Notes · Heddle');
  expect(await iconOf(page)).toBe('./icons/tab-done.svg');
  expect(await shownNotifications(page)).toEqual([]);
  await setHidden(page, false);
  await expect(page).toHaveTitle('Notes · Heddle');
  await app.messages.getByRole('button', { name: 'Notify me' }).click();

  // From now on a notification says it.
  server.on({ match: 'Task b', status: 401, message: 'no', holdAfterChunks: 0 });
  await app.startEverythingAgain();
  await expect.poll(() => server.count('Task b')).toBe(2);
  await setHidden(page, true);
  server.release();
  await expect.poll(() => shownNotifications(page)).toEqual([expect.stringMatching(/^Notes (failed|waits for you)$/)]);
  await expect(page).toHaveTitle(/^(Failed|Waits) · Notes · Heddle$/);
});
