import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';

const tour = (app: App) => app.page.getByRole('region', { name: 'Tour' });
const step = (app: App) => tour(app).getByRole('status');

test.describe('at the first start', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('the tour is offered once, and done step by step with the mouse', async ({ app, page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await app.open();
    await app.drawer.getByRole('button', { name: 'Take the tour, one minute' }).click();
    await expect(step(app)).toContainText('Step 1 of 5');
    await expect(app.topBar).toContainText('Tour');
    await isAccessible(app, 'the tour');

    const atomic = page.getByRole('list', { name: 'Task types' }).getByText('Atomic', { exact: true });
    await atomic.dragTo(app.canvas, { targetPosition: { x: 860, y: 330 } });
    await expect(step(app)).toContainText('Step 2 of 5');
    await page.keyboard.press('Escape');
    if (await tour(app).isHidden()) throw new Error('Esc of the name that is typed ended the tour.');

    const facts = app.canvas.locator('[data-task="facts"]');
    await facts.click();
    await page.keyboard.press('c');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(step(app)).toContainText('Step 3 of 5');
    await app.topBar.getByRole('button', { name: 'Plan' }).click();
    await expect(step(app)).toContainText('Step 4 of 5');
    await app.runButton().click();
    await expect(step(app)).toContainText('Step 5 of 5', { timeout: 30_000 });
    await app.drawer.getByRole('button', { name: 'What it was sent' }).click();
    await expect(step(app)).toContainText('The tour is over');
    await tour(app).getByRole('button', { name: 'Close' }).click();
    await expect(tour(app)).toBeHidden();

    await app.page.reload();
    await expect(app.topBar).toBeVisible();
    await page.waitForFunction(() => performance.now() > 0 && document.readyState === 'complete');
    await expect(page.getByRole('button', { name: 'Take the tour, one minute' })).toBeHidden();
  });
});

test('the tour begins again from the menu, goes on by Next, and is left by Esc', async ({ app, page }) => {
  await app.openBlank();
  await app.topBar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Tour' }).click();
  await expect(step(app)).toContainText('Step 1 of 5');
  const next = tour(app).getByRole('button', { name: 'Next' });
  await next.focus();
  for (const count of [2, 3, 4, 5]) {
    await page.keyboard.press('Enter');
    await expect(step(app)).toContainText(`Step ${count} of 5`);
  }
  await page.keyboard.press('Escape');
  await expect(tour(app)).toBeHidden();
  // What was begun stays as a workflow of its own.
  await expect(app.topBar).toContainText('Tour');

  await app.topBar.getByRole('button', { name: 'Heddle, all workflows' }).click();
  await page.getByRole('button', { name: 'Tour', exact: true }).click();
  await tour(app).getByRole('button', { name: 'Leave the tour' }).click();
  await expect(tour(app)).toBeHidden();
});

test('in a narrow window the tour leaves the canvas in sight', async ({ app, page }) => {
  await page.setViewportSize({ width: 700, height: 900 });
  await app.openStart();
  await page.getByRole('button', { name: 'Tour', exact: true }).click();
  await expect(step(app)).toContainText('Step 1 of 5');
  await expect(app.tree).toBeVisible();
  await expect(app.inspector).toBeHidden();
  const atomic = page.getByRole('list', { name: 'Task types' }).getByText('Atomic', { exact: true });
  await atomic.dragTo(app.canvas, { targetPosition: { x: 560, y: 460 } });
  await expect(step(app)).toContainText('Step 2 of 5');
  await expect(app.tree).toBeHidden();
  await expect(app.canvas.locator('[data-task="facts"]')).toBeVisible();
});
