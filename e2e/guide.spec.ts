import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { isAccessible } from './support/accessible';
import { expect, test } from './support/app';
import { Code } from './support/code';
import { dropFile } from './support/give-text';
import { savedText } from './support/saved-text';

// Each page of the guide has a section *Try it*: its steps, done as they are written. Those that need no more than
// forms and screens are in src/app/guide-steps.test.tsx.

/** The YAML example of a page of the guide; those in lists are indented. */
function exampleOf(page: string): string {
  const text = readFileSync(new URL(`../docs/guide/${page}`, import.meta.url), 'utf8');
  const [, indent = '', example = ''] = [...text.matchAll(/^( *)```yaml\n([\s\S]*?)^ *```/gm)][0] ?? [];
  return example.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

test('the first minute', async ({ app, page }) => {
  await app.open();
  await app.runButton().click();
  expect(await app.isOver()).toBe('completed');
  await app.select('write_notes');
  await app.drawer.getByRole('tab', { name: 'Output' }).click();
  await app.drawer.getByRole('radio', { name: 'Prompt' }).click();
  await expect(app.drawer).toContainText('Put the release notes');

  await app.topBar.getByRole('button', { name: 'Heddle, all workflows' }).click();
  await page.getByRole('button', { name: 'Blank workflow' }).click();
  await app.isReady();
  for (const x of [0.2, 0.5, 0.8]) await app.dragFromPalette('Atomic', await app.placeOnCanvas(x, 0.4));
  await app.connect('atomic_1', 'atomic_2');
  await app.connect('atomic_2', 'atomic_3');
  for (const id of ['atomic_1', 'atomic_2', 'atomic_3']) {
    await app.select(id);
    await app.field('Prompt').fill(id === 'atomic_1' ? 'Name a tide.' : 'Say more.');
  }
  await app.topBar.getByRole('button', { name: 'Plan' }).click();
  await expect(page.getByRole('main', { name: 'Plan' })).toContainText('atomic_3');
  await page.getByRole('main', { name: 'Plan' }).getByRole('button', { name: 'Canvas' }).click();
  expect(await app.run()).toBe('completed');
});

test('the canvas', async ({ app, page }) => {
  await app.openBlank();
  await app.canvas.dblclick({ position: { x: 200, y: 200 } });
  await page.getByRole('dialog').or(page.getByRole('listbox')).getByText('Atomic').first().click();
  await expect(app.node('atomic_1')).toBeVisible();
  await app.dragWire('atomic_1', await app.placeOnCanvas(0.7, 0.6));
  await page.getByRole('dialog').or(page.getByRole('listbox')).getByText('Script').first().click();
  await expect(app.edge('atomic_1', 'script_1')).toBeAttached();
  await page.keyboard.press('Escape');
  await app.canvas.focus();
  const placed = async () => /script_1: \[.*\]/.exec(await savedText(app))?.[0];
  await expect.poll(placed).toBeDefined();
  const before = await placed();
  await page.keyboard.press('Shift+Alt+T');
  await expect.poll(placed).not.toBe(before);
  await page.keyboard.press('Control+z');
  await expect.poll(placed).toBe(before);
});

test('decomposition and drafting', async ({ app, page }) => {
  await app.openStart();
  await page.getByLabel('What should the workflow do?').fill('Compare three cities and recommend one.');
  await page.getByRole('button', { name: 'try it on a simulated model' }).click();
  await expect(app.dialog.getByRole('img', { name: 'The drafted workflow' })).toBeVisible();
  await isAccessible(app, 'the dialog for a draft', '[role=dialog]');
  await app.dialog.getByRole('button', { name: 'Open it' }).click();
  await app.isReady();
});

test('the code', async ({ app, page }) => {
  await app.openText(exampleOf('code.md'));
  const code = new Code(app);
  await code.show('Both');
  await app.select('write');
  await code.select('Write release notes');
  await page.keyboard.type('Write short notes');
  await expect(app.field('Prompt')).toHaveValue('Write short notes for {{fetch}}.');
  await code.select('description');
  await page.keyboard.type('descripton');
  await expect(code.root.locator('.squiggly-error')).toHaveCount(1);
  await code.openFixes(/description/);
  await page.keyboard.press('Enter');
  await expect(code.root.locator('.squiggly-error')).toHaveCount(0);
});

test('import and export', async ({ app, page }) => {
  await app.open();
  await app.topBar.getByRole('button', { name: 'Export' }).click();
  await app.dialog.getByRole('radio', { name: 'XML' }).click();
  const download = page.waitForEvent('download');
  await app.dialog.getByRole('button', { name: /^Download/ }).click();
  const file = await download;
  const text = readFileSync(await file.path(), 'utf8');
  await app.closeDialog();
  await dropFile(page, file.suggestedFilename(), '', text);
  await expect.poll(async () => (await app.dump('workflows'))['workflows']?.length).toBe(2);
  await app.isReady();
});

test('memory', async ({ app, page }) => {
  await app.openBlank();
  await page.getByRole('tablist', { name: 'Left panel' }).getByRole('tab', { name: 'Files' }).click();
  const files = page.getByRole('tabpanel', { name: 'Files' });
  const chooser = page.waitForEvent('filechooser');
  await files.getByRole('button', { name: 'Add files' }).click();
  await (await chooser).setFiles({ name: 'tides.md', mimeType: '', buffer: Buffer.from('High tide is at 14:20.') });
  await files.getByRole('option', { name: /tides/ }).click();
  await files.getByLabel('Description').fill('when the tide is high');
  await files.getByLabel('Description').blur();
  await page.getByRole('tab', { name: 'Tasks', exact: true }).click();
  await app.dragFromPalette('Memory match', await app.placeOnCanvas(0.3, 0.4));
  await app.select('match_1');
  await app.field('Look for').fill('When is high tide?');
  await app.dragFromPalette('Atomic', await app.placeOnCanvas(0.7, 0.4));
  await app.select('atomic_1');
  await app.field('Prompt').fill('Answer from {{match_1.output.context}}');
  await app.connect('match_1', 'atomic_1');
  expect(await app.run()).toBe('completed');
  await expect(await app.output('atomic_1', 'Prompt')).toContainText('High tide is at 14:20.');
});

test('the pages of the guide: searched, copied from, in the theme of Heddle, and accessible', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('guide/runs.html');
  const search = page.getByRole('searchbox', { name: 'Search the guide' });
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('rate limit');
  const found = page.locator('search').getByRole('link');
  await expect(found.first()).toContainText('rate limit');
  await page.keyboard.press('ArrowDown');
  await expect(found.first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
  await search.fill('HED301');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/guide\/errors\.html#hed301$/);
  await expect(page.getByRole('heading', { name: 'HED301' })).toBeInViewport();

  await page.goto('guide/tutorial-1.html');
  const block = page.locator('.code').first();
  await block.hover();
  await block.getByRole('button', { name: 'Copy' }).click();
  await expect(block.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('depends_on: [wish]');
  await page.getByRole('navigation', { name: 'Previous and next page' }).getByRole('link', { name: /^Next/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Step 2: read data');

  for (const theme of ['dark', 'light']) {
    await page.evaluate((chosen) => localStorage.setItem('heddle.view', JSON.stringify({ theme: chosen })), theme);
    for (const name of ['index', 'runs', 'errors']) {
      await page.goto(`guide/${name}.html`);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      if (name === 'index') await expect(page.locator(`article img.in-${theme}`).first()).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`)).toEqual([]);
    }
  }
});

test('a file of the tutorial opens in Heddle', async ({ page }) => {
  await page.goto('guide/tutorial-2.html');
  await page.getByRole('link', { name: /^Open 2-read-data.yaml in Heddle/ }).click();
  await expect(
    page.getByRole('button', { name: 'Open', exact: true }).or(page.getByRole('tree')).first(),
  ).toBeVisible();
});
