import { expect, test } from './support/app';
import { Canvas } from './support/canvas';

// What the start page offers is in src/app/start/start-page.test.tsx.
test('a first visit opens the example; the logo, back and forward lead where one was; a later visit opens the last', async ({
  app,
  page,
}) => {
  const root = page.locator('html');
  await page.emulateMedia({ colorScheme: 'dark' });
  await app.open();
  await expect(page).toHaveTitle('Release notes · Heddle');
  await new Canvas(app).expectTasks(9);
  await expect(app.topBar.getByRole('button', { name: /problem/ })).toBeHidden();
  await expect(app.runButton()).toBeEnabled();

  // The theme of the system, without a reload.
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect(root).toHaveAttribute('data-theme', 'dark');
  const dark = await background();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveAttribute('data-theme', 'light');
  expect(await background()).not.toBe(dark);

  await app.topBar.getByRole('button', { name: 'Heddle, all workflows' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What should the workflow do?');
  await expect(page).toHaveTitle('Heddle');
  await page.getByRole('button', { name: 'Blank workflow' }).click();
  await app.isReady();
  const blank = page.url();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveTitle('Release notes · Heddle');
  await new Canvas(app).expectTasks(9);
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveTitle('Untitled · Heddle');
  expect(page.url()).toBe(blank);

  await page.goto('./');
  await app.isReady();
  await expect(page).toHaveTitle('Untitled · Heddle');
});
