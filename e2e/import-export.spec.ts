import { readFile } from 'node:fs/promises';
import { startFileServer } from './servers/file-server';
import { isAccessible } from './support/accessible';
import { expect, test } from './support/app';
import { ExportDialog } from './support/export-dialog';

const review = `heddle: 1
name: Review # what it is called
default_model: sim:default
tasks:
  fetch: { description: Fetch }
`;

// What is exported and opened, and what is refused, is in src/app/export and src/app/files; guide.spec.ts downloads a
// file and drops it.
test.describe('exporting', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
  test('works by keyboard, gives the focus back, and what is shown to the clipboard', async ({ app, page }) => {
    const dialog = new ExportDialog(app);
    await app.openText(review);
    const button = app.topBar.getByRole('button', { name: 'Export' });
    await button.press('Enter');
    await expect(dialog.preview).toBeVisible();
    await dialog.root.getByRole('radio', { name: 'YAML' }).press('ArrowRight');
    const shown = await dialog.shows('</workflow>');
    await expect(dialog.root.getByRole('status')).toHaveText('Valid against heddle-1.xsd');
    await dialog.root.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(app.messages).toContainText('The text is in the clipboard.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
    await page.keyboard.press('Escape');
    await expect(dialog.root).toBeHidden();
    await expect(button).toBeFocused();
  });
});

test('a workflow is saved as a picture, in SVG and in pixels', async ({ app, page }, info) => {
  const dialog = new ExportDialog(app);
  await app.openText(review);
  await app.topBar.getByRole('button', { name: 'Export' }).click();
  await dialog.shows('# what it is called');
  await isAccessible(app, 'the dialog Export');
  const others = dialog.root.getByRole('button', { name: 'Other ways to export' });
  const button = await others.boundingBox();
  await others.click();
  const menu = await page.getByRole('menu').boundingBox();
  // The menu is at its button, though the dialog is in the middle of the window.
  expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeCloseTo((button?.x ?? 0) + (button?.width ?? 0), 0);
  await page.keyboard.press('Escape');
  const save = async (form: 'SVG' | 'PNG') => {
    const saved = page.waitForEvent('download');
    await dialog.root.getByRole('button', { name: 'Other ways to export' }).click();
    await page.getByRole('menuitem', { name: `Save as ${form}` }).click();
    const file = await saved;
    const path = info.outputPath(file.suggestedFilename());
    await file.saveAs(path);
    return readFile(path);
  };
  expect(String(await save('SVG'))).toContain('>fetch</text>');
  const png = await save('PNG');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // Twice the size, and not of one colour.
  expect(png.readUInt32BE(16)).toBe(2 * (200 + 48));
  expect(png.length).toBeGreaterThan(2000);
});

test.describe('a link to a workflow', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
  test('is copied, opens what it has in another page after it was shown, and can be read by everybody', async ({
    app,
    page,
  }) => {
    const dialog = new ExportDialog(app);
    await app.openText(review);
    await app.topBar.getByRole('button', { name: 'Export' }).click();
    await dialog.shows('# what it is called');
    await dialog.root.getByRole('button', { name: 'Other ways to export' }).click();
    await page.getByRole('menuitem', { name: 'Copy a link to this workflow' }).click();
    await expect(app.messages).toContainText('no files, runs or keys');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.goto('about:blank');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(link);
    await expect(app.dialog).toContainText('It has “Review”, 1 task.');
    await isAccessible(app, 'a workflow in a link');
    // What is in the address after # is sent to nobody.
    expect(asked.filter((url) => url.includes('w='))).toEqual([]);
    expect(new URL(page.url()).hash).toBe('#/start');
    await app.dialog.getByRole('button', { name: 'Open as a new workflow' }).click();
    await expect(app.topBar.getByRole('button', { name: /^Name of the workflow/ })).toHaveText('Review');
  });
});

test('an address that pages may not read is refused with what to do, and another may be tried', async ({
  app,
  page,
}) => {
  const files = await startFileServer();
  files.add('/closed.yaml', { body: review, cors: false });
  files.add('/good.yaml', { body: review });
  await page.goto(`./#open=${files.url}/closed.yaml`);
  await expect(app.dialog.getByLabel('Address')).toBeFocused();
  expect(files.asked).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(app.dialog).toContainText('does not let other pages read this file (CORS)');
  await expect(app.dialog).toContainText('What is open was not changed.');
  await app.dialog.getByLabel('Address').press('ControlOrMeta+a');
  await page.keyboard.type(`${files.url}/good.yaml`);
  await page.keyboard.press('Enter');
  await expect(app.topBar.getByRole('button', { name: /^Name of the workflow/ })).toHaveText('Review');
  await files.close();
});
