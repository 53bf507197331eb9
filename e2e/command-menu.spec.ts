import { expect, test } from './support/app';
import { Code } from './support/code';

const notes = `heddle: 1
name: Notes
default_model: sim:default
tasks:
  collect: { description: Collect }
`;

// What the menu finds, and what comes of it, is in src/app/command-menu/command-menu.test.tsx.
test('opens by its key on each screen and in the code, with the focus in it, and a page of the guide beside the app', async ({
  app,
  page,
}) => {
  const search = async (text: string) => {
    await page.keyboard.press('Control+k');
    await expect(app.dialog.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
    await page.keyboard.type(text);
  };
  const chosen = app.dialog.getByRole('option', { selected: true });
  await app.openText(notes);
  await search('parallel');
  await app.dialog.getByRole('option', { name: /^Calls at once/ }).click();
  await expect(page.locator('[name="maxConcurrency"]')).toBeFocused();

  const guide = page.context().waitForEvent('page');
  await search('voting');
  await expect(chosen).toHaveText(/^Voting.*Guide/);
  await page.keyboard.press('Enter');
  expect((await guide).url()).toContain('/guide/voting-and-pipelines.html');
  await expect((await guide).getByRole('heading', { level: 1 })).toHaveText('Voting and pipelines');
  await (await guide).close();

  await search('all workflows');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Blank workflow' })).toBeVisible();
  await search('notes workflow');
  await page.keyboard.press('Enter');
  await expect(app.topBar.getByRole('heading')).toContainText('Notes');
  const code = new Code(app);
  await code.show('Code');
  await code.goTo(1);
  await search('tasks in tasks');
  await expect(chosen).toHaveText(/^Tasks in tasks.*Guide/);
});
