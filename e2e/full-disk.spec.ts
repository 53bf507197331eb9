import type { Page } from '@playwright/test';
import { expect, test } from './support/app';

/** Put before the code of the engine: writes fail, as on a disk without room in Chromium, while a page says so. */
const disk = `let isFull = false;
new BroadcastChannel('disk').onmessage = ({ data }) => { isFull = data; };
for (const name of ['put', 'add']) {
  const write = IDBObjectStore.prototype[name];
  IDBObjectStore.prototype[name] = function (...all) {
    if (isFull) throw new DOMException('Internal error committing transaction.', 'UnknownError');
    return write.apply(this, all);
  };
}
`;

async function setFull(page: Page, isFull: boolean): Promise<void> {
  await page.evaluate((full) => new BroadcastChannel('disk').postMessage(full), isFull);
}

test.beforeEach(async ({ page }) => {
  await page.route(/any\.worker-.*\.js$/, async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    await route.fulfill({ response, body: `${disk}${await response.text()}` });
  });
});

test('an edit that finds no room stays, is said not to be saved, and is saved by itself once there is room', async ({
  app,
  page,
}) => {
  await app.openText('name: Kept\ndefault_model: sim:echo\ntasks:\n  a: { description: Hello }\n');
  await setFull(page, true);
  await app.select('a');
  await app.field('Prompt').fill('Longer than before.');
  await expect(page.getByText('The workflow is not saved.')).toBeVisible();
  await expect(page.getByText('The browser could not write to the disk, which is probably full.')).toBeVisible();
  await setFull(page, false);
  await app.isSaved();
  await expect(page.getByText('The workflow is not saved.')).toHaveCount(0);
  await app.reload();
  await app.select('a');
  await expect(app.field('Prompt')).toHaveValue('Longer than before.');
});

test('a run waits while there is no room, and resumes by itself', async ({ app, page }) => {
  const steps = Array.from({ length: 4 }, (_, index) => `  t${index}: { description: "Step ${index}" }`).join('\n');
  await app.openText(`name: Runs\ndefault_model: sim:default\nmax_concurrency: 1\ntasks:\n${steps}\n`);
  await app.start();
  await app.isTask('t0', 'Done');
  await setFull(page, true);
  await expect(page.getByText('The run waits for room.')).toBeVisible();
  await setFull(page, false);
  await expect(page.getByText('The run waits for room.')).toHaveCount(0);
  expect(await app.isOver()).toBe('completed');
  // What was asked while there was no room was asked once.
  expect((await app.storedEvents()).filter(({ kind }) => kind === 'model.replied')).toHaveLength(4);
});
