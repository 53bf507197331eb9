import { expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectSaved } from './support/saved-text';

test('a first visit opens the example, without a problem and with nothing in the console', async ({ app, page }) => {
  await app.open();
  await expect(page).toHaveTitle('Release notes · Heddle');
  await new Canvas(app).expectTasks(9);
  await expect(app.topBar.getByRole('button', { name: /problem/ })).toBeHidden();
  await expect(app.runButton()).toBeEnabled();
});

test('the logo leads to the start page, and back and forward go where one was', async ({ app, page }) => {
  await app.open();
  const example = page.url();
  await app.topBar.getByRole('button', { name: 'Heddle, all workflows' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What should the workflow do?');
  await expect(page).toHaveTitle('Heddle');
  await page.getByRole('button', { name: 'Blank workflow' }).click();
  await app.isReady();
  const blank = page.url();
  expect(blank).not.toBe(example);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveTitle('Release notes · Heddle');
  await new Canvas(app).expectTasks(9);
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveTitle('Untitled · Heddle');
  expect(page.url()).toBe(blank);
});

test('a blank workflow says what to do first', async ({ app, page }) => {
  await app.openBlank();
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await expect(page.getByText('Double-click, or press N, to add the first task.')).toBeVisible();
  await expect(app.runButton()).toBeDisabled();
});

test('a template opens as a workflow of its own, each time anew', async ({ app, page }) => {
  await app.openStart();
  const templates = page.getByRole('region', { name: 'Start from a template' });
  await expect(templates.getByRole('listitem')).toHaveCount(6);
  await templates.getByRole('button', { name: /Sort an inbox/ }).click();
  await app.isReady();
  const first = page.url();
  await expect(app.topBar.getByRole('button', { name: /^Name of the workflow/ })).toHaveText('Sort an inbox');
  await app.topBar.getByRole('button', { name: 'Heddle, all workflows' }).click();
  await templates.getByRole('button', { name: /Sort an inbox/ }).click();
  await expect(page).not.toHaveURL(first);
  await app.isReady();
});

test('workflows of this browser are listed, opened and deleted', async ({ app, page }) => {
  await app.openText('heddle: 1\nname: Kept\ndefault_model: sim:default\ntasks:\n  only: { description: Say one }\n');
  await app.openBlank();
  await app.topBar.getByRole('button', { name: 'Heddle, all workflows' }).click();
  const recent = page.getByRole('region', { name: 'Continue with' });
  await expect(recent.getByRole('listitem')).toHaveText([/Untitled/, /Kept.*1 task/]);
  await recent.getByRole('button', { name: /^Kept/ }).click();
  await app.isReady();
  await expectSaved(app, 'name: Kept');

  await app.topBar.getByRole('button', { name: 'Heddle, all workflows' }).click();
  await recent.getByRole('button', { name: 'More about Kept' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await app.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(recent.getByRole('listitem')).toHaveCount(2);
  await recent.getByRole('button', { name: 'More about Kept' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await app.dialog.getByRole('button', { name: 'Delete the workflow' }).click();
  await expect(recent.getByRole('listitem')).toHaveText([/Untitled/]);
});

test('a visit later opens what was open last', async ({ app, page }) => {
  await app.openText('heddle: 1\nname: Last\ndefault_model: sim:default\ntasks: {}\n');
  await page.goto('./');
  await app.isReady();
  await expect(page).toHaveTitle('Last · Heddle');
});

test('the theme is light, dark or the system’s, and is remembered', async ({ app, page }) => {
  const root = page.locator('html');
  await page.emulateMedia({ colorScheme: 'dark' });
  await app.open();
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveAttribute('data-theme', 'light');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  const choose = async (theme: string) => {
    await app.topBar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitemradio', { name: theme }).click();
  };
  await choose('Dark');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  expect(await background()).not.toBe(light);
  await app.reload();
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await choose('System');
  await expect(root).toHaveAttribute('data-theme', 'light');
});

test('shows one task type at work', async ({ app, page }) => {
  await app.openStart();
  await page
    .getByRole('region', { name: 'See one task type at work' })
    .getByRole('button', { name: 'Condition' })
    .click();
  await app.isReady();
  await expect(app.topBar).toContainText('Take the right way');
  expect(await app.run()).toBe('completed');
});
