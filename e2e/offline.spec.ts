import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { type PageServer, startPageServer } from './servers/page-server';
import { App, expect } from './support/app';

const test = base.extend<{ pages: PageServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from the pattern
  pages: async ({}, use) => {
    const pages = await startPageServer(join(import.meta.dirname, '../dist'));
    await use(pages);
    await pages.close();
  },
});

/** Resolves when the browser keeps all files of the page. */
async function isKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
}

const versionOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['version']);

test.describe('with its files kept', () => {
  test.use({ serviceWorkers: 'allow' });

  test('after its first visit the page does without its server what needs no network', async ({ page, pages }) => {
    const app = new App(page);
    await page.goto(pages.url);
    await app.isReady();
    await isKept(page);
    pages.lost = () => true;
    await app.reload();
    await app.topBar.getByRole('button', { name: 'Plan', exact: true }).click();
    const plan = page.getByRole('main', { name: 'Plan' });
    await plan.getByRole('button', { name: 'Canvas' }).click();
    await app.openModels();
    await app.closeDialog();
    expect(await app.run()).toBe('completed');
    for (const tab of ['Timeline', 'Events', 'Logs', 'Context', 'Metrics'] as const) {
      await app.tab(tab);
      await expect(app.drawer).not.toContainText('could not be loaded');
    }
    expect(app.errors).toEqual([]);
    await page.goto(new URL('guide/canvas.html', pages.url).href);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The canvas');
  });

  test('can be installed: its description holds, its icons are there, and what is installed starts offline', async ({
    page,
    pages,
  }) => {
    const app = new App(page);
    await page.goto(pages.url);
    await app.isReady();
    await isKept(page);
    const session = await page.context().newCDPSession(page);
    const { url, errors, data = '' } = await session.send('Page.getAppManifest');
    expect(url).toBe(`${pages.url}heddle.webmanifest`);
    expect(errors).toEqual([]);
    // What Chromium asks for: https://web.dev/articles/install-criteria
    const { name, display, start_url, icons } = JSON.parse(data);
    expect([name, display]).toEqual(['Heddle', 'standalone']);
    expect(icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
    pages.lost = () => true;
    for (const { src, sizes } of icons) {
      const drawn = await page.evaluate(async (from) => {
        const { width, height } = await createImageBitmap(await (await fetch(from)).blob());
        return `${width}x${height}`;
      }, new URL(src, url).href);
      expect(drawn).toBe(sizes);
    }
    await page.goto(new URL(start_url, url).href);
    await app.isReady();
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A test has a context of its own. A browser with windows takes that for a private one, where it installs nothing.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    expect(app.errors).toEqual([]);
  });

  test('a newer version is offered, waits for other tabs, and is taken by a click', async ({
    page,
    pages,
    context,
  }) => {
    const app = new App(page);
    await page.goto(pages.url);
    await app.isReady();
    await isKept(page);
    pages.version = 'b2';
    await app.reload();
    expect(await versionOf(page)).toBeUndefined();
    await expect(app.messages).toContainText('A new version of Heddle is ready.');

    const second = await context.newPage();
    await second.goto(page.url());
    await new App(second).isReady();
    expect(await versionOf(second)).toBeUndefined();
    await app.messages.getByRole('button', { name: 'Update' }).click();
    await expect(app.messages).toContainText('Close them first (1), then update.');
    expect(await versionOf(page)).toBeUndefined();
    await second.close();
    // Meanwhile a still newer one comes, and takes the place of the one that was offered.
    pages.version = 'b3';
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const offered = registration.waiting;
      await registration.update();
      await new Promise<void>((resolve) => {
        const look = () => offered?.state === 'redundant' && resolve();
        offered?.addEventListener('statechange', look);
        look();
      });
    });
    // It is offered beside the message that asked to try again.
    await app.messages.getByRole('button', { name: 'Update' }).click();
    await expect.poll(() => versionOf(page).catch(() => '')).toBe('b3');
    await app.isReady();
  });
});

test('a part that cannot be fetched fails alone, and is there when it is tried again', async ({ page, pages }) => {
  const app = new App(page);
  await page.goto(pages.url);
  await app.isReady();
  // What the page loads when it is idle is there: it is not what fails.
  await page.getByRole('button', { name: 'Workflow settings' }).click();
  await expect(app.inspector.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(app.drawer).toBeVisible();
  const loaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join(),
    );
  await expect.poll(loaded).toContain('/toast-list-');
  pages.lost = () => true;
  await app.topBar.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('This part could not be loaded.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText('This part could not be loaded.');
  pages.lost = undefined;
  await page.getByRole('button', { name: 'Try again' }).click();
  const plan = page.getByRole('main', { name: 'Plan' });
  await expect(plan).toBeVisible();
  // With its styles, of which the first tries lost some. Those of other parts may still be on their way.
  const unread = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
        .filter(({ sheet }) => sheet === null)
        .map(({ href }) => href),
    );
  await expect.poll(unread).toEqual([]);
  await plan.getByRole('button', { name: 'Canvas' }).click();
  await expect(app.canvas).toBeVisible();
});

test('a run that lacks its code waits, says so, and goes on when it can be fetched', async ({ page, pages }) => {
  const app = new App(page);
  await page.goto(pages.url);
  await app.isReady();
  // Neither worker has fetched more than itself by then: no tokenizer, nothing that is known of models.
  pages.lost = (path) => path.includes('/worker-');
  await app.start();
  const banner = page
    .getByRole('alert')
    .filter({ hasText: 'A part of Heddle that the run needs could not be loaded.' });
  await expect(banner).toBeVisible();
  pages.lost = undefined;
  await expect(banner).toBeHidden();
  expect(await app.isOver()).toBe('completed');
});
