import { startFileServer } from './servers/file-server';
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
    await dialog.root.getByRole('button', { name: 'Copy' }).click();
    await expect(app.messages).toContainText('The text is in the clipboard.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
    await page.keyboard.press('Escape');
    await expect(dialog.root).toBeHidden();
    await expect(button).toBeFocused();
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
