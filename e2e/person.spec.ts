import type { Page } from '@playwright/test';
import { expect, test } from './support/app';

const asking = `
tasks:
  release:
    description: Write the notes.
    model: sim:fast
    interactive: true
    options:
      tool_calls: [{ name: ask_user, arguments: { question: "Which <b>version</b> is it?" } }]
  publish: { description: Publish it., model: sim:fast, depends_on: [release] }
`;

const cards = (page: Page) => page.getByRole('region', { name: 'Questions of the run' }).getByRole('group');

test('a question of a task is answered after a reload, with several lines, by key', async ({ app, page }) => {
  await app.openText(asking);
  await app.start();
  const card = cards(page).filter({ hasText: 'release' });
  // The text is verbatim: a question is not HTML.
  await expect(card).toContainText('Which <b>version</b> is it?');
  await app.reload();
  await expect(card).toContainText('Which <b>version</b> is it?');
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveTitle(/^\(1\)/);

  const answer = card.getByRole('textbox', { name: 'Your answer' });
  await expect(answer).not.toBeFocused();
  await answer.fill('2.4.0');
  await answer.press('Shift+Enter');
  await answer.pressSequentially('from Friday');
  await answer.press('ControlOrMeta+Enter');
  expect(await app.isOver()).toBe('completed');
  await expect(cards(page)).toHaveCount(0);

  const events = await app.storedEvents();
  expect(events.filter(({ kind }) => kind === 'input.requested')).toHaveLength(1);
  expect(events.find(({ kind }) => kind === 'input.provided')?.result).toBe('2.4.0\nfrom Friday');
  const output = await app.output('release');
  await output.getByText('ask_user').click();
  await expect(output.getByRole('region', { name: 'Tools' })).toContainText('from Friday');
});
