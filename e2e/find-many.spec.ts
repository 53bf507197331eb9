import { type App, expect, test } from './support/app';
import { savedText } from './support/saved-text';

const panel = (app: App) => app.page.getByRole('region', { name: 'Find and replace' });

test('replacing thousands of texts says how far it is, is cancelled, and is one step of undo', async ({
  app,
  page,
}) => {
  const many = Array.from({ length: 3000 }, (_, n) => `  part_${n}: { description: Fetch part ${n} }\n`).join('');
  await app.openText(`name: Many\ndefault_model: sim:echo\ntasks:\n${many}`);
  await app.canvas.focus();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('fetch');
  const status = panel(app).getByRole('status');
  await expect(status).toContainText('of 3,000 found');
  await panel(app).getByRole('button', { name: 'Replace', exact: true }).click();
  await panel(app).getByLabel('Replace with').fill('load');
  const before = await savedText(app);
  await panel(app).getByRole('button', { name: 'Replace all 3,000' }).click();
  await expect(status).toContainText(/Replacing… [\d,]+ of 3,000 tasks/);
  await panel(app).getByRole('button', { name: 'Cancel' }).click();
  await expect(status).toContainText('Cancelled. Nothing was replaced.');
  expect(await savedText(app)).toBe(before);

  await panel(app).getByRole('button', { name: 'Replace all 3,000' }).click();
  await expect(status).toContainText('Replaced 3,000 places.');
  await expect.poll(() => savedText(app)).toBe(before.replaceAll('Fetch', 'load'));
  await app.canvas.focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedText(app)).toBe(before);
});
