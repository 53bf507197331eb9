import { expect, test } from './support/app';
import { savedText } from './support/saved-text';

const review = `
name: Review
default_model: sim:echo
tasks:
  fetch: { description: Fetch }
  review: { description: Review it, depends_on: [fetch] }
`;

test('a reload right after the last key loses nothing, and undo knows it', async ({ app }) => {
  await app.openText(review);
  await app.select('review');
  await app.field('Prompt').click();
  await app.page.keyboard.press('End');
  await app.page.keyboard.type(' with care');
  await app.page.reload();
  await app.isReady();
  await app.select('review');
  await expect(app.field('Prompt')).toHaveValue('Review it with care');
  expect(await savedText(app)).toContain('Review it with care');
  await app.canvas.focus();
  // The part saved while typing and the rest may be one step each.
  const prompt = app.field('Prompt');
  for (let shown = 'Review it with care'; shown !== 'Review it'; shown = await prompt.inputValue()) {
    await app.page.keyboard.press('Control+z');
    await expect(prompt).not.toHaveValue(shown);
  }
});

test('a tab without edits of its own follows what another has saved, and runs that', async ({ app, context }) => {
  await app.openText(review);
  await app.select('fetch');
  const second = app.inTab(await context.newPage());
  await second.page.goto(app.page.url());
  await second.isReady();
  await second.select('fetch');
  await app.field('Prompt').fill('Fetch the newest');
  await app.isSaved();
  await expect(second.field('Prompt')).toHaveValue('Fetch the newest');
  await second.field('Prompt').fill('Fetch the very newest');
  await second.isSaved();
  await expect(app.field('Prompt')).toHaveValue('Fetch the very newest');
  expect(await app.run()).toBe('completed');
  await app.canvas.focus();
  await app.page.keyboard.press('Control+z');
  await expect(app.field('Prompt')).toHaveValue('Fetch the newest');
  await expect(second.field('Prompt')).toHaveValue('Fetch the newest');
});
