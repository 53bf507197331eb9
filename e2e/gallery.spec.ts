import { isAccessible } from './support/accessible';
import { expect, test } from './support/app';
import { Canvas } from './support/canvas';

test('a workflow of the gallery is found by words, opened with its recorded run, and run without a key', {
  tag: '@main',
}, async ({ app, page, baseURL }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '')) sent.push(request.url());
  });
  await app.openStart();
  const gallery = page.getByRole('region', { name: /^Gallery/ });
  await expect(gallery.getByRole('listitem')).toHaveCount(6);
  await gallery.getByRole('button', { name: /^Show all/ }).click();
  await expect(gallery.getByRole('listitem')).toHaveCount(13);
  await gallery.getByRole('combobox', { name: 'Shows' }).selectOption('Voting');
  await expect(gallery.getByRole('listitem')).toHaveText([/stock ledger/i]);
  await gallery.getByRole('combobox', { name: 'Shows' }).selectOption('All');

  const search = gallery.getByRole('searchbox', { name: 'Find a workflow' });
  await search.fill('receipts gemini');
  await expect(gallery.getByRole('status')).toHaveText('1 workflow');
  await search.press('ArrowDown');
  await expect(gallery.getByRole('button', { name: /^Receipts to a table/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await app.isReady();
  await new Canvas(app).expectTasks(3);
  await expect(app.runButton()).toHaveAccessibleDescription(/^none of \d+ changed$/);

  // The recorded run is there, and a run of one's own takes all from it.
  expect(await app.run()).toBe('completed');
  const events = await app.storedEvents();
  expect(events.filter(({ kind }) => kind === 'model.requested')).toEqual([]);
  expect(events.filter(({ kind }) => kind === 'model.replied').length).toBe(4);
  await page.getByRole('tab', { name: 'Tests' }).click();
  await expect(page.getByRole('button', { name: 'passed as_recorded' })).toBeVisible();
  expect(sent).toEqual([]);
});

test('the gallery opens over the editor, is walked by keys, and adds a workflow beside the open one', async ({
  app,
  page,
}) => {
  await app.openBlank();
  const before = page.url();
  await app.topBar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Gallery' }).click();
  const search = app.dialog.getByRole('searchbox', { name: 'Find a workflow' });
  await expect(search).toBeFocused();
  await expect(app.dialog.getByRole('listitem')).toHaveCount(13);
  await isAccessible(app, 'the gallery');
  await page.keyboard.type('nothing like this');
  await expect(app.dialog.getByRole('status')).toHaveText('No workflow has these words.');
  await search.fill('');
  await page.keyboard.press('ArrowDown');
  const cards = app.dialog.getByRole('listitem').getByRole('button', { name: /^(?!Replay)/ });
  await expect(cards.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(cards.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(cards.nth(12)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(app.dialog).toBeHidden();
  await app.topBar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Gallery' }).click();
  await search.fill('mcp');
  await expect(cards).toHaveText([/^Triage issues over MCP/]);
  await cards.nth(0).click();
  await app.isReady();
  expect(page.url()).not.toBe(before);
  await expect(app.topBar).toContainText('Triage issues over MCP');
  await expect(app.dialog).toBeHidden();
  await expect(app.runButton()).toHaveAccessibleDescription(/^none of \d+ changed$/);
});
