import { isAccessible } from './support/accessible';
import { expect, test } from './support/app';
import { Runs } from './support/runs';

/** Three model calls in a row, each with the reply before it in its prompt. */
const chain = `heddle: 1
name: Chain
default_model: harbour:small
tasks:
  first: { description: First question. }
  second: { description: "Second question on {{first}}", depends_on: [first], inject_context: false }
  third: { description: "Third question on {{second}}", depends_on: [second], inject_context: false }
`;

test('a run is taken over from another tab, which says so', async ({ app, server, context }) => {
  server.on({ match: 'First question', reply: 'one' });
  server.on({ match: 'Second question', reply: 'two', holdAfterChunks: 0, times: 1 });
  server.on({ match: 'Third question', reply: 'three' });
  await app.openText(chain, { id: 'harbour', baseUrl: `${server.url}/v1` });
  await app.start();
  await expect.poll(() => server.count('Second question')).toBe(1);

  const second = app.inTab(await context.newPage());
  await second.page.goto(app.page.url());
  await second.isReady();
  await second.isTask('first', 'Done');
  await expect(second.page.getByText('Runs in another tab.')).toBeVisible();
  server.on({ match: 'Second question', reply: 'two' });
  await second.page.getByRole('button', { name: 'Run it here' }).click();
  await second.isTask('third', 'Done');
  await expect(second.page.getByText('Runs in another tab.')).toBeHidden();
  expect(['First', 'Second', 'Third'].map((word) => server.count(`${word} question`))).toEqual([1, 2, 1]);
  await app.isTask('third', 'Done');
});

test('a run is looked back at by keyboard, forked and deleted, and all that is shown of it is accessible', async ({
  app,
  page,
}) => {
  await app.openText(chain.replace('harbour:small', 'sim:default'));
  expect(await app.run()).toBe('completed');
  const runs = new Runs(app);
  await runs.slider.focus();
  await page.keyboard.press('Home');
  await runs.isAt(1);
  await page.keyboard.press('ArrowRight');
  await runs.isAt(2);
  await runs.changePrompt('third', 'Another question on {{second}}');
  await isAccessible(app, 'the panel and a look back');
  await runs.bar.getByRole('button', { name: 'More of the player' }).click();
  await page.getByRole('menuitem', { name: /^(Last event|Back to now)$/ }).click();
  await runs.bar.getByRole('button', { name: 'Fork from the end' }).click();
  await page.getByRole('menuitem', { name: /as it is now 1 of 3 changed/ }).click();
  await runs.isShown('Run 2');
  expect(await app.isOver()).toBe('completed');
  await app.tab('Timeline');
  await expect(app.drawer.getByRole('navigation', { name: 'Forks' }).getByRole('button')).toHaveCount(2);
  await isAccessible(app, 'the timeline with its forks');
  await runs.act('Describe');
  await isAccessible(app, 'what is said of a run');
  await page.getByRole('button', { name: 'Clean up' }).click();
  await app.dialog.getByLabel('Keep runs for, days').fill('0');
  await app.dialog.getByLabel('Always keep the last runs').fill('0');
  await expect(app.dialog.getByRole('rowheader').first()).toBeVisible();
  await isAccessible(app, 'the dialog of the cleanup');
  await app.closeDialog();
  await runs.list.focus();
  await page.keyboard.press('Delete');
  await isAccessible(app, 'the question before a run is deleted');
});
