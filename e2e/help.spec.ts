import { expect, test } from './support/app';

// Which page it is, and what is said of a field, is in src/editor/help; the links of the guide are in
// tests/guide-pages.test.ts.
test('help opens the guide beside the workflow, whose pages lead to one another and show their pictures', async ({
  app,
  context,
}) => {
  await app.openText('name: Tides\ndefault_model: sim:fast\ntasks:\n  ask: { description: When is high tide? }\n');
  const opened = context.waitForEvent('page');
  await app.page.keyboard.press('F1');
  const guide = await opened;
  await expect(guide.getByRole('heading', { level: 1 })).toHaveText('The canvas');
  await guide.getByRole('navigation', { name: 'Guide' }).getByRole('link', { name: 'The first minute' }).click();
  await expect(guide.getByRole('heading', { level: 1 })).toHaveText('The first minute');
  const broken = () =>
    guide
      .locator('img')
      .evaluateAll(
        (all) =>
          all.filter((image) => (image as HTMLImageElement).naturalWidth === 0 && image.checkVisibility()).length,
      );
  await expect.poll(broken).toBe(0);
  await expect(app.canvas).toBeVisible();
});
