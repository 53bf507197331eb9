import { join } from 'node:path';
import { browserFlags, findBrowser } from '../scripts/browser.mjs';
import { startPageServer } from './servers/page-server';
import { App, expect, test } from './support/app';

/** A name of a local network: what comes from it over plain http is no secure context, unlike what localhost serves. */
test.use({
  launchOptions: {
    args: [...browserFlags, '--host-resolver-rules=MAP heddle.lan 127.0.0.1'],
    executablePath: findBrowser() ?? '',
  },
});

test('over plain http in a local network the page draws, saves, copies and runs, and says once what is missing', async ({
  page,
}) => {
  const pages = await startPageServer(join(import.meta.dirname, '../dist'));
  const app = new App(page);
  try {
    const { port } = new URL(pages.url);
    await page.goto(`http://heddle.lan:${port}/#/start`);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    const said = app.messages.getByText('This page came over plain http, so some things are not there.');
    await expect(said).toBeVisible();
    await page.getByRole('button', { name: 'Blank workflow' }).click();
    await app.isReady();
    await page.getByRole('list', { name: 'Task types' }).getByRole('button', { name: 'Atomic' }).click();
    await app.select('atomic_1');
    await app.field('Prompt').fill('Name a town.');
    await app.field('Model').fill('sim:default');
    await app.isSaved();
    expect(await app.run()).toBe('completed');

    await app.node('atomic_1').click();
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await expect(app.canvas.getByText('atomic_1_2').or(app.node('atomic_2')).first()).toBeVisible();

    await app.reload();
    await expect(app.node('atomic_1')).toBeVisible();
    await expect(said).toBeHidden();
    await expect(await app.output('atomic_1')).not.toBeEmpty();
    expect(app.errors).toEqual([]);
  } finally {
    await pages.close();
  }
});
