import type { Page } from '@playwright/test';
import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectSaved } from './support/saved-text';

const review = `# Keep this comment.
heddle: 1
name: Review
default_model: sim:fast
tasks:
  read: { description: Read it. } # and this one
`;

/** Headless browsers have no picker; the private folder of the page has the same handles. */
async function prepare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const permission = { now: 'granted' };
    Object.assign(window, { permission, showDirectoryPicker: () => navigator.storage.getDirectory() });
    Object.assign(FileSystemHandle.prototype, {
      queryPermission: async () => permission.now,
      requestPermission: async () => {
        permission.now = 'granted';
        return permission.now;
      },
    });
    // The system hands over files by this.
    Object.defineProperty(window, 'launchQueue', {
      value: { setConsumer: (take: unknown) => Object.assign(window, { launch: take }) },
    });
  });
}

async function write(page: Page, path: string, text: string): Promise<void> {
  await page.evaluate(
    async ([at = '', content = '']) => {
      let folder = await navigator.storage.getDirectory();
      const parts = at.split('/');
      const name = parts.pop() ?? '';
      for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
      const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await stream.write(content);
      await stream.close();
    },
    [path, text],
  );
}

async function read(page: Page, path: string): Promise<string> {
  return page.evaluate(async (at) => {
    let folder = await navigator.storage.getDirectory();
    const parts = at.split('/');
    const name = parts.pop() ?? '';
    for (const part of parts) folder = await folder.getDirectoryHandle(part);
    return (await (await folder.getFileHandle(name)).getFile()).text();
  }, path);
}

const rename = async (app: App, name: string) => {
  await app.topBar.getByRole('button', { name: /^Name of the workflow/ }).click();
  await app.page.keyboard.press('ControlOrMeta+a');
  await app.page.keyboard.type(name);
  await app.page.keyboard.press('Enter');
};

test('a workflow of a folder and its file follow each other; conflicts are asked, and nothing is lost', async ({
  app,
  page,
}) => {
  const file = 'flows/review.heddle.yaml';
  await prepare(page);
  await app.openStart();
  await write(page, file, review);
  await write(page, 'compose.yaml', 'services: {}\n');
  await write(page, '.git/hidden.yaml', review);
  await page.getByRole('button', { name: 'Open a folder' }).click();
  await app.dialog.getByRole('button', { name: 'Choose a folder' }).click();
  await expect(app.dialog.getByRole('listitem')).toHaveText([file]);
  await isAccessible(app, 'the folder', '[role=dialog]');
  await app.dialog.getByRole('searchbox', { name: 'Find a file' }).press('Tab');
  await page.keyboard.press('Enter');
  await new Canvas(app).expectTasks(1);
  const saved = app.topBar.getByRole('status');
  await expect(saved).toHaveText(`Saved in ${file}`);

  // From here to the file, with its comments; undo goes there too.
  await rename(app, 'Review twice');
  await expect.poll(() => read(page, file)).toBe(review.replace('name: Review', 'name: Review twice'));
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => read(page, file)).toBe(review);

  // From the file to here.
  const longer = `${review}  sum: { description: "Sum up {{read}}.", depends_on: [read] }\n`;
  await write(page, file, longer);
  await new Canvas(app).expectTasks(2);

  // Both at once: while the browser does not let Heddle write, nothing is lost here.
  const theirs = longer.replace('Read it.', 'Read it well.');
  const mine = longer.replace('name: Review', 'name: Mine');
  await page.evaluate(() => Object.assign((window as unknown as { permission: object }).permission, { now: 'prompt' }));
  await rename(app, 'Mine');
  const allow = app.messages.getByRole('button', { name: 'Allow' });
  await expect(allow).toBeVisible();
  await write(page, file, theirs);
  await allow.click();
  await expect(app.dialog).toContainText('was changed here and in its folder');
  expect(await read(page, file)).toBe(theirs);
  await isAccessible(app, 'the question about a conflict', '[role=dialog]');
  await app.dialog.getByRole('button', { name: 'See the difference' }).click();
  await expect(page.getByRole('main', { name: 'Compare' })).toContainText('Read it well.');
  await app.messages.getByRole('button', { name: 'Choose' }).click();
  await app.dialog.getByRole('button', { name: 'Take the file' }).click();
  await page.getByRole('button', { name: 'Canvas', exact: true }).click();
  await expectSaved(app, theirs);
  expect(await read(page, file)).toBe(theirs);
  await app.canvas.focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => read(page, file)).toBe(mine);

  // Deleted, and written again where it was.
  await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('flows', { recursive: true }));
  await app.messages.getByRole('button', { name: 'Write it again' }).click();
  await expect.poll(() => read(page, file).catch(() => '')).toBe(mine);

  // After a reload the file is followed as before, and opening it again opens the same workflow.
  const address = page.url();
  await page.reload();
  await expect(saved).toHaveText(`Saved in ${file}`);
  await app.topBar.getByRole('button', { name: 'Heddle, all workflows' }).click();
  await page.getByRole('button', { name: 'Open a folder' }).click();
  await app.dialog.getByRole('button', { name: file }).click();
  await expect(page).toHaveURL(address);

  // Let go of.
  await app.topBar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Open a folder' }).click();
  await app.dialog.getByRole('button', { name: /^Stop writing to/ }).click();
  await expect(saved).toHaveText('Saved in this browser');
});

test('a file that the system hands over opens, and is followed', async ({ app, page }) => {
  await prepare(page);
  await app.openStart();
  await write(page, 'double.heddle.yaml', review);
  await page.waitForFunction(() => 'launch' in window);
  await page.evaluate(async () => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle('double.heddle.yaml');
    (window as unknown as { launch: (launched: object) => void }).launch({ files: [handle] });
  });
  await expect(app.topBar.getByRole('status')).toHaveText('Saved in double.heddle.yaml');
  await rename(app, 'Opened');
  await expect.poll(() => read(page, 'double.heddle.yaml')).toContain('name: Opened');
  const manifest = await (await page.request.get('heddle.webmanifest')).json();
  expect(manifest.file_handlers[0].accept).toEqual({ 'application/yaml': ['.heddle.yaml', '.yaml', '.yml'] });
});
