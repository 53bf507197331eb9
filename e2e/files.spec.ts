import type { Page } from '@playwright/test';
import { App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectSaved, savedText } from './support/saved-text';

const small = `heddle: 1
name: Small # what it is called
default_model: sim:default
tasks:
  only: # alone
    description: Say one
x-owner: me
layout:
  tasks:
    only: [40, 40]
`;

/** The name in the top bar. */
const workflowName = (app: App) => app.topBar.getByRole('button', { name: /^Name of the workflow/ });

test.describe('a second tab', () => {
  /** Opens the same workflow in two tabs, saves it in the second, and then changes it in the first. */
  async function conflict(app: App): Promise<App> {
    await app.openText(small);
    // As in a browser that delays messages to sleeping tabs: otherwise the first tab would follow the second.
    await app.page.context().addInitScript(() => {
      BroadcastChannel.prototype.postMessage = () => undefined;
    });
    const other = new App(await app.page.context().newPage());
    await other.page.goto(app.page.url());
    await other.isReady();
    await renameTo(other, 'Theirs');
    await expectSaved(other, 'name: Theirs');
    await renameTo(app, 'Mine');
    await expect(app.page.getByText('Another tab has saved this workflow.')).toBeVisible();
    await expect(app.topBar.getByRole('status')).toContainText('Not saved');
    return other;
  }

  async function renameTo(app: App, name: string): Promise<void> {
    await workflowName(app).click();
    await app.page.getByRole('textbox', { name: 'Name of the workflow' }).fill(name);
    await app.page.keyboard.press('Enter');
  }

  test('is not overwritten: what is here can be kept as a copy', async ({ app }) => {
    const other = await conflict(app);
    await app.page.getByRole('button', { name: 'Keep mine as a copy' }).click();
    await app.isSaved();
    await expect(workflowName(app)).toHaveText('Mine (copy)');
    await expectSaved(app, 'name: Mine (copy)');
    expect(await savedText(other)).toContain('name: Theirs');
  });
});

test.describe('a storage that does not open', () => {
  /** Opens a page of the same origin without the app. */
  async function besideTheApp(page: Page): Promise<void> {
    await page.route('**/beside', (route) => route.fulfill({ contentType: 'text/html', body: '<p>beside</p>' }));
    await page.goto('./beside');
  }

  test('because a newer version has written it: says so, works in memory, and changes nothing', async ({
    app,
    page,
  }) => {
    await besideTheApp(page);
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.open('heddle', 99);
          request.onupgradeneeded = () => {
            request.result.createObjectStore('tomorrow').put('kept', 'key');
          };
          request.onsuccess = () => resolve(request.result.close());
          request.onerror = () => reject(request.error);
        }),
    );
    await app.page.goto('./');
    await expect(page.getByText('A newer version of Heddle wrote the data that is stored here.')).toBeVisible();
    await expect(app.topBar.getByRole('status')).toHaveText('Kept until the page is closed');
    await expect(app.canvas).toBeVisible();
    await app.node('announce').click();
    await page.keyboard.press('Delete');
    await new Canvas(app).expectTasks(8);
    await besideTheApp(page);
    expect(await app.dump()).toEqual({ tomorrow: ['kept'] });
  });

  test('because the browser forbids it: says what to do, and can still run', async ({ app, page }) => {
    await page.route(/any\.worker-.*\.js/, async (route) => {
      // The page may have gone on meanwhile, and then nobody waits for it.
      const script = await (await fetch(route.request().url())).text();
      const forbid = "indexedDB.open = () => { throw new DOMException('denied', 'SecurityError'); };\n";
      await route.fulfill({ contentType: 'text/javascript', body: forbid + script }).catch(() => undefined);
    });
    await app.page.goto('./');
    await expect(page.getByText('Nothing is saved when this page is closed.')).toBeVisible();
    await expect(page.getByText(/The storage of the browser could not be opened/)).toBeVisible();
    await app.runButton().click();
    await expect(app.cancelButton()).toBeVisible();
    await app.cancelButton().click();
    await expect(app.runButton()).toBeVisible();
  });
});
