import { expect, test } from './support/app';

const text = `
heddle: 1
name: Tides
default_model: sim:fast
tasks:
  ask: { description: When is high tide? }
  many: { type: pipeline, plan: [Look, Write], depends_on: [ask] }
`;

test.describe('help', () => {
  test.beforeEach(async ({ app }) => {
    await app.openText(text);
  });

  test('opens the page of the guide on what is open, beside the workflow', async ({ app, context }) => {
    const opened = async (act: () => Promise<unknown>) => {
      const [page] = await Promise.all([context.waitForEvent('page'), act()]);
      await page.waitForLoadState();
      const title = await page.getByRole('heading', { level: 1 }).textContent();
      await page.close();
      return title;
    };
    const help = app.topBar.getByRole('button', { name: 'Help for what is open' });
    expect(await opened(() => help.click())).toBe('The canvas');
    await app.select('many');
    expect(await opened(() => help.click())).toBe('Voting and pipelines');
    await app.topBar.getByRole('button', { name: 'Models' }).click();
    expect(await opened(() => app.page.keyboard.press('F1'))).toBe('Models and keys');
  });

  test('of a field is what the guide says of it, by the mouse and by F1', async ({ app, page }) => {
    await app.select('ask');
    const field = app.inspector.getByLabel('Only if');
    await field.click();
    await page.keyboard.press('F1');
    const help = page.getByRole('dialog', { name: 'Help: Only if' });
    await expect(help).toContainText('Expression; false: the task is skipped.');
    await expect(help.getByRole('link', { name: 'In the guide' })).toHaveAttribute(
      'href',
      './guide/language.html#order-and-conditions',
    );
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await expect(app.inspector.getByText('A CEL expression.').first()).toBeVisible();

    const prompt = app.inspector.getByLabel('Prompt', { exact: true });
    await prompt.hover();
    await app.inspector
      .locator('[data-field]')
      .filter({ has: page.getByLabel('Prompt', { exact: true }) })
      .getByRole('button', { name: 'What is this?' })
      .click();
    await expect(page.getByRole('dialog', { name: 'Help: Prompt' })).toContainText('The prompt, a template');
  });
});

test('the guide reads well by itself: its pages lead to one another, and its pictures are there', async ({ page }) => {
  await page.goto('/guide/index.html');
  const links = page.getByRole('navigation', { name: 'Guide' }).getByRole('link');
  expect(await links.count()).toBeGreaterThan(15);
  await links.filter({ hasText: 'The first minute' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The first minute');
  const hrefs = await page.locator('a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  for (const href of new Set(hrefs.filter((one) => one.startsWith(page.url().replace(/guide\/.*/, ''))))) {
    expect((await page.request.get(href)).status(), href).toBe(200);
  }
  const broken = await page
    .locator('img')
    .evaluateAll((all) => all.filter((image) => (image as HTMLImageElement).naturalWidth === 0).length);
  expect(broken).toBe(0);
});
