import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { Code } from './support/code';
import { expectSaved } from './support/saved-text';

const notes = `heddle: 1
name: Notes
default_model: sim:default
tasks:
  collect: { description: Collect }
  by_topic:
    type: group
    depends_on: [collect]
    subtasks:
      web_page: { name: Fetch the web page, description: Fetch }
      archive: { description: Look it up }
`;

async function isOpen(app: App): Promise<void> {
  await expect(app.dialog.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
}

/** Opens the menu by its key, and searches. */
async function search(app: App, text: string): Promise<void> {
  await app.page.keyboard.press('Control+k');
  await isOpen(app);
  await app.page.keyboard.type(text);
}

test('finds and opens actions, tasks at any depth, settings, workflows, runs, templates and the guide', async ({
  app,
  page,
}) => {
  await app.openText(notes);
  const option = (name: string | RegExp) => app.dialog.getByRole('option', { name });
  const chosen = app.dialog.getByRole('option', { selected: true });
  const canvas = new Canvas(app);

  // What cannot be run says what it needs; the arrows pass over it.
  await search(app, 'undo');
  await expect(option(/^Undo/)).toHaveAttribute('aria-disabled', 'true');
  await expect(option(/^Undo/)).toContainText('Nothing to undo');
  await page.keyboard.press('Escape');
  await expect(app.dialog).toBeHidden();

  // A task within a group, by the words of its name and of its place.
  await search(app, 'web');
  await expect(chosen).toHaveText(/Fetch the web page.*Atomic in by_topic.*Task/);
  await page.keyboard.press('Enter');
  await expect(canvas.selected).toHaveText([/Fetch the web page/]);

  // An action on it, with its key beside it; then undone by the menu too.
  await search(app, 'disable');
  await expect(chosen).toContainText('Disable or enable');
  await expect(chosen).toContainText('D');
  await page.keyboard.press('Enter');
  await expectSaved(app, /web_page:.*disabled: true/);
  await search(app, 'undo');
  await page.keyboard.press('Enter');
  await expectSaved(app, /web_page: \{ name: Fetch the web page, description: Fetch \}/);

  // By mouse, from the menu of the page: a setting within a closed section.
  await app.topBar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: /Search everything/ }).click();
  await isOpen(app);
  await page.keyboard.type('parallel');
  await option(/^Calls at once/).click();
  await expect(page.locator('[name="maxConcurrency"]')).toBeFocused();
  await search(app, 'theme dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  // A run.
  await search(app, 'dry run');
  await page.keyboard.press('Enter');
  await search(app, 'run 1');
  await expect(option(/^Run 1/)).toContainText('Done');
  await page.keyboard.press('Enter');
  await expect(app.drawer).toBeVisible();

  // A page of the guide opens beside the app.
  const guide = page.context().waitForEvent('page');
  await search(app, 'voting');
  await page.keyboard.press('Enter');
  expect((await guide).url()).toContain('/guide/voting-and-pipelines.html');
  await (await guide).close();

  // A template, then the workflow before it; the last ones are listed first after a reload.
  await search(app, 'sort inbox');
  await page.keyboard.press('Enter');
  await expect(app.topBar.getByRole('heading')).toContainText('Sort an inbox');
  await app.isSaved();
  await search(app, 'stock ledger');
  await expect(chosen).toHaveText(/^Stock ledger by voted steps.*Gallery.*Template/);
  await page.keyboard.press('Escape');
  await search(app, 'notes workflow');
  await expect(chosen).toHaveText(/^Notes.*Workflow/);
  await page.keyboard.press('Enter');
  await expect(app.topBar.getByRole('heading')).toContainText('Notes');
  await app.reload();
  await search(app, '');
  await expect(app.dialog.getByRole('option').first()).toContainText('Sort an inbox');
  await page.keyboard.type('qqqq');
  await expect(app.dialog).toContainText('Nothing fits.');
  await page.keyboard.press('Escape');

  // On the start page, and in the code.
  await search(app, 'all workflows');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Blank workflow' })).toBeVisible();
  await search(app, 'notes workflow');
  await page.keyboard.press('Enter');
  await expect(app.topBar.getByRole('heading')).toContainText('Notes');
  const code = new Code(app);
  await code.show('Code');
  await code.goTo(1);
  await search(app, 'tasks in tasks');
  await expect(chosen).toHaveText(/^Tasks in tasks.*Guide/);
});

test('filters the tree, also in collapsed containers, and goes to what was found', async ({ app, page }) => {
  await app.openText(`${notes}layout: { collapsed: [by_topic] }\n`);
  const filter = page.getByRole('textbox', { name: 'Filter the tasks' });
  await filter.fill('web');
  await expect(app.tree.getByRole('treeitem')).toHaveCount(2);
  await filter.press('Enter');
  await expect(app.inspector.getByRole('heading', { level: 2 })).toHaveText('Fetch the web page');
  await filter.fill('zzz');
  await expect(page.getByText('No matching tasks.')).toBeVisible();
  await filter.press('Escape');
  await expect(app.tree.getByRole('treeitem')).toHaveCount(2);
  await app.row('collect').click();
  await expect(app.inspector.getByRole('heading', { level: 2 })).toHaveText('collect');
});
