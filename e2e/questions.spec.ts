import type { Page } from '@playwright/test';
import { expect, test } from './support/app';

const asking = `name: Asked
default_model: sim:default
tasks:
  draft: { description: Write one sentence. }
  release:
    type: ask
    message: "This would go out: {{draft}}"
    form:
      send: { type: choice, label: Send it?, options: [send, rewrite], required: true }
      change: { type: text, label: What to change }
    depends_on: [draft]
`;

const card = (page: Page) => page.getByRole('region', { name: 'Questions of the run' }).getByRole('group');

test('a question leaves the canvas its height, is said in the title, and Mod+Enter answers it', {
  tag: '@main',
}, async ({ app, page }) => {
  await app.openText(asking);
  const measure = async () => (await app.canvas.boundingBox())?.height;
  const before = await measure();
  await app.start();
  await expect(card(page)).toBeVisible();
  expect(await measure()).toBe(before);
  await expect(app.drawer.getByRole('tab', { name: /Asks you ?1/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveTitle(/Asked/);

  // The form is at the left and what it is about at the right; neither is cut.
  const form = await card(page).locator('form').boundingBox();
  const about = await card(page).getByText('This would go out').boundingBox();
  expect(form?.width).toBe(400);
  expect(about?.x).toBeGreaterThan((form?.x ?? 0) + 400);
  await app.canvas.focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(card(page).getByRole('radio', { name: 'send' })).toBeFocused();
  await card(page).getByRole('radio', { name: 'send' }).check();
  await card(page).getByRole('textbox').focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  expect(await app.isOver()).toBe('completed');
  await expect(card(page)).toBeHidden();
  expect(await measure()).toBe(before);
});

test('a message is 12 px from the corner of the canvas, over no button, and gone once it is mended', async ({
  app,
  page,
}) => {
  await app.openText(asking);
  await app.canvas.focus();
  // A refused edit: what is pasted is no workflow.
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'not: [a workflow');
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  const message = app.messages.getByText('Nothing was pasted: this is not a workflow');
  await expect(message).toBeVisible();
  const box = app.messages.locator('li').first();
  await expect
    .poll(async () => {
      const [at, canvas] = await Promise.all([box.boundingBox(), app.canvas.boundingBox()]);
      if (at === null || canvas === null) return undefined;
      return [at.x - canvas.x, canvas.y + canvas.height - at.y - at.height, at.width].map(Math.round);
    })
    .toEqual([12, 12, 340]);
  await app.select('draft');
  await app.field('Prompt').fill('Write two sentences.');
  await expect(message).toBeHidden();
});
