import type { Page } from '@playwright/test';
import { App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { dropFile } from './support/give-text';
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

test.describe('opening', () => {
  test('takes a chosen file as it is, beside what was open', async ({ app, page }) => {
    await app.open();
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Control+o');
    await (await chooser).setFiles({ name: 'small.yaml', mimeType: '', buffer: Buffer.from(small) });
    await expect(workflowName(app)).toHaveText('Small');
    await app.isReady();
    expect(await savedText(app)).toBe(small);
    await page.goBack();
    await expect(workflowName(app)).toHaveText('Release notes');
  });

  test('takes a dropped file', async ({ app, page }) => {
    await app.open();
    await dropFile(page, 'small.yml', '', small);
    await expect(workflowName(app)).toHaveText('Small');
    await expect(app.node('only')).toBeVisible();
    await expectSaved(app, 'x-owner: me');
  });

  test('takes a template of one task', async ({ app }) => {
    await app.openText('description: Say one\n');
    await new Canvas(app).expectTasks(1);
  });

  for (const { what, name, type, content, says } of [
    {
      what: 'an image',
      name: 'photo.png',
      type: 'image/png',
      content: 'x',
      says: '“photo.png” is not a workflow file.',
    },
    {
      what: 'a file over 5 MB',
      name: 'large.yaml',
      type: '',
      content: `# ${'x'.repeat(5 * 1024 * 1024)}\n`,
      says: '“large.yaml” is larger than 5 MB.',
    },
    {
      what: 'an empty file',
      name: 'empty.yaml',
      type: '',
      content: ' \n',
      says: '“empty.yaml” was not opened.The file is empty.',
    },
    {
      what: 'a document of a newer version',
      name: 'next.yaml',
      type: '',
      content: 'heddle: 9\ntasks: {}\n',
      says: 'The file is of version 9 of the Heddle language',
    },
  ]) {
    test(`refuses ${what} with what to do, and leaves the open work as it is`, async ({ app, page }) => {
      await app.openText(small);
      const address = page.url();
      await dropFile(page, name, type, content);
      await expect(app.messages).toContainText(says);
      await expect(app.messages).toContainText('What is open was not changed.');
      await expect(workflowName(app)).toHaveText('Small');
      expect(page.url()).toBe(address);
      expect(await savedText(app)).toBe(small);
    });
  }
});

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

  test('or what is there be loaded', async ({ app }) => {
    await conflict(app);
    await app.page.getByRole('button', { name: 'Load the other' }).click();
    await app.isSaved();
    await expect(workflowName(app)).toHaveText('Theirs');
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
    await page.route(/worker-start-.*\.js/, async (route) => {
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
