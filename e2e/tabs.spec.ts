import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';

const named = (name: string, more = '') => `name: ${name}
default_model: sim:echo
tasks:
  first: { description: Begin }
  box: { type: group, subtasks: { inner: { description: In it } } }
${more}`;

const row = (app: App) => app.page.getByRole('tablist', { name: 'Open workflows' });
const tab = (app: App, name: string) => row(app).getByRole('tab', { name, exact: true });
const names = (app: App) => row(app).getByRole('tab').allInnerTexts();

/** Drops files anywhere on the page. */
async function drop(app: App, files: readonly (readonly [name: string, text: string])[]): Promise<void> {
  const data = await app.page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer();
    for (const [name, text] of dropped) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  for (const kind of ['dragover', 'drop']) await app.page.dispatchEvent('body', kind, { dataTransfer: data });
}

async function openThree(app: App): Promise<void> {
  await app.openText(named('One'));
  await expect(app.node('first')).toBeVisible();
  await drop(app, [
    ['two.yaml', named('Two')],
    ['three.yaml', named('Three')],
  ]);
  await expect.poll(() => names(app)).toEqual(['One', 'Two', 'Three']);
  await expect(tab(app, 'Three')).toHaveAttribute('aria-selected', 'true');
}

test('two dropped files open in tabs; each keeps its selection, view, container and undo; they are there after a reload', {
  tag: '@main',
}, async ({ app, page }) => {
  await openThree(app);
  const canvas = new Canvas(app);
  // In the third: an edit, a zoom, and a container in full.
  await app.select('first');
  await app.canvas.focus();
  await page.keyboard.press('d');
  await page.keyboard.press('Escape');
  await app.select('box');
  await app.canvas.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/editor\/box$/);
  await page.keyboard.press('+');
  const zoom = await canvas.percent();
  const third = page.url();

  // By mouse, and by keys.
  await tab(app, 'One').click();
  await expect(tab(app, 'One')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/#\/w\/[^/]+$/);
  await app.select('first');
  await page.keyboard.press('Alt+2');
  await expect(tab(app, 'Two')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Alt+PageUp');
  await expect(app.inspector.getByRole('heading', { level: 2, name: 'first', exact: true })).toBeVisible();
  await page.keyboard.press('Alt+3');
  await expect(page).toHaveURL(third);
  await expect.poll(() => canvas.percent()).toBe(zoom);
  await app.canvas.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(app.topBar.getByRole('button', { name: 'Redo' })).toBeEnabled();

  // Back goes to the workflow before; a reload finds all of them.
  await app.isSaved();
  await tab(app, 'Two').click();
  await expect(tab(app, 'Two')).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(tab(app, 'Three')).toHaveAttribute('aria-selected', 'true');
  await app.reload();
  await expect.poll(() => names(app)).toEqual(['One', 'Two', 'Three']);
  await expect(tab(app, 'Three')).toHaveAttribute('aria-selected', 'true');
});

test('each workflow keeps the filters of its events and logs', async ({ app }) => {
  await app.openText(named('One'));
  expect(await app.run()).toBe('completed');
  await app.tab('Events');
  await app.drawer.getByRole('searchbox').fill('first');
  await drop(app, [['two.yaml', named('Two')]]);
  await expect(tab(app, 'Two')).toHaveAttribute('aria-selected', 'true');
  expect(await app.run()).toBe('completed');
  await app.tab('Events');
  await expect(app.drawer.getByRole('searchbox')).toHaveValue('');
  await app.tab('Logs');
  await tab(app, 'One').click();
  await expect(app.drawer.getByRole('searchbox')).toHaveValue('first');
  await app.isSaved();
  await tab(app, 'Two').click();
  await expect(app.drawer.getByRole('tab', { name: /^Logs/ })).toHaveAttribute('aria-selected', 'true');
  await app.reload();
  await tab(app, 'One').click();
  await expect(app.drawer.getByRole('searchbox')).toHaveValue('first');
});

test('tabs are moved by drag and keys, closed by a middle click, the cross and keys, and added', async ({
  app,
  page,
}) => {
  await openThree(app);
  await isAccessible(app, 'the tabs', 'main');
  await tab(app, 'Three').dragTo(tab(app, 'One'));
  await expect.poll(() => names(app)).toEqual(['Three', 'One', 'Two']);
  await tab(app, 'Three').press('Alt+ArrowRight');
  await expect.poll(() => names(app)).toEqual(['One', 'Three', 'Two']);
  await tab(app, 'Three').press('ArrowRight');
  await expect(tab(app, 'Two')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tab(app, 'Two')).toHaveAttribute('aria-selected', 'true');

  await tab(app, 'One').click({ button: 'middle' });
  await expect.poll(() => names(app)).toEqual(['Three', 'Two']);
  await page.getByRole('button', { name: 'New workflow' }).click();
  await expect.poll(() => row(app).getByRole('tab').count()).toBe(3);
  await page.keyboard.press('Shift+Alt+W');
  await expect.poll(() => names(app)).toEqual(['Three', 'Two']);
  await expect(tab(app, 'Two')).toHaveAttribute('aria-selected', 'true');
  // A single workflow has its tab too.
  await row(app).locator('[data-close]').last().click();
  await expect(row(app).getByRole('tab')).toHaveCount(1);
  await expect(app.topBar.getByRole('button', { name: /Three/ })).toBeVisible();
});

test('a run goes on in a tab that is not shown, which says so', async ({ app, page }) => {
  const slow = `name: Slow
default_model: sim:echo
tasks:
  ask: { type: ask, message: "Which one?", form: { which: { type: text } } }
`;
  await app.openText(slow);
  await drop(app, [['two.yaml', named('Two')]]);
  await expect(tab(app, 'Two')).toHaveAttribute('aria-selected', 'true');
  await tab(app, 'Slow').click();
  await expect(app.node('ask')).toBeVisible();
  await app.canvas.focus();
  await page.keyboard.press('Control+Enter');
  await expect(tab(app, 'Slow, waits for you')).toBeVisible();
  await tab(app, 'Two').click();
  await expect(tab(app, 'Slow, waits for you')).toBeVisible();
  await tab(app, 'Slow, waits for you').click();
  await expect(page.getByText('Which one?').first()).toBeVisible();
});
