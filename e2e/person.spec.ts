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
  await answer.press('Enter');
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

test('several questions stand side by side, and each answer reaches who asked', async ({ app, page }) => {
  const task = (id: string) => `  ${id}:
    description: Ask.
    model: sim:fast
    interactive: true
    options: { tool_calls: [{ name: ask_user, arguments: { question: "What of ${id}?" } }] }
`;
  await app.openText(`tasks:\n${task('left')}${task('right')}`);
  await app.start();
  await expect(cards(page)).toHaveCount(2);
  for (const id of ['right', 'left']) {
    const card = cards(page).filter({ hasText: `What of ${id}?` });
    await card.getByRole('textbox').fill(`all of ${id}`);
    await card.getByRole('button', { name: 'Answer' }).click();
    await expect(card).toHaveCount(0);
  }
  expect(await app.isOver()).toBe('completed');
  const given = (await app.storedEvents()).filter(({ kind }) => kind === 'input.provided');
  expect(given.map(({ path, result }) => `${path.split('/')[1]}: ${result}`)).toEqual([
    'right: all of right',
    'left: all of left',
  ]);
});

test('a budget that is used up asks before the call; raised, the run goes on', async ({ app, page, server }) => {
  server.on({ reply: 'done' });
  await app.openText(
    'limits: { max_total_tokens: 100 }\ntasks:\n  ask: { description: A question., model: "harbour:small" }\n',
    { id: 'harbour', baseUrl: `${server.url}/v1` },
  );
  await app.start();
  const card = cards(page);
  await expect(card).toContainText('0 of 100 tokens');
  expect(server.requests).toHaveLength(0);
  const limit = card.getByRole('textbox', { name: 'Allow up to' });
  await limit.fill('50');
  await expect(card.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await limit.fill('20000');
  await card.getByRole('button', { name: /^Continue with 20/ }).click();
  expect(await app.isOver()).toBe('completed');
  expect(server.requests).toHaveLength(1);
});

test('a budget that is not raised fails the task with its figures', async ({ app, page, server }) => {
  await app.openText(
    'tasks:\n  ask: { description: A question., model: "harbour:small", limits: { max_total_tokens: 100 } }\n',
    { id: 'harbour', baseUrl: `${server.url}/v1` },
  );
  await app.start();
  await cards(page).getByRole('button', { name: 'Stop here' }).click();
  expect(await app.isOver()).toBe('failed');
  expect(server.requests).toHaveLength(0);
  await expect(await app.output('ask')).toContainText('0 of 100 tokens');
});

test('a price that is not known is asked for under a budget in US dollars, once, also over a reload', async ({
  app,
  page,
  server,
}) => {
  server.on({ match: 'First', reply: 'one' });
  server.on({ match: 'Second', reply: 'two' });
  const chain = `default_model: harbour:small
limits: { max_total_cost_usd: 1 }
tasks:
  first: { description: First. }
  second: { description: Second., depends_on: [first] }
`;
  await app.openText(chain, { id: 'harbour', baseUrl: `${server.url}/v1` });
  await app.start();
  const card = cards(page);
  await expect(card).toContainText('harbour:small');
  expect(server.requests).toHaveLength(0);
  await app.reload();
  await card.getByRole('textbox', { name: 'Input' }).fill('5');
  await card.getByRole('textbox', { name: 'Output' }).fill('cheap');
  await expect(card.getByRole('button', { name: 'Use this price' })).toBeDisabled();
  await card.getByRole('textbox', { name: 'Output' }).fill('25');
  await card.getByRole('button', { name: 'Use this price' }).click();
  expect(await app.isOver()).toBe('completed');
  expect([server.count('First'), server.count('Second')]).toEqual([1, 1]);
  await expect(card).toHaveCount(0);
});

test('a run without a known price goes on uncounted, or stops, as the person wants', async ({ app, page, server }) => {
  server.on({ reply: 'done' });
  await app.openText(
    'limits: { max_total_cost_usd: 1 }\ntasks:\n  ask: { description: A question., model: "harbour:small" }\n',
    { id: 'harbour', baseUrl: `${server.url}/v1` },
  );
  await app.start();
  await cards(page).getByRole('button', { name: 'Stop here' }).click();
  expect(await app.isOver()).toBe('failed');
  expect(server.requests).toHaveLength(0);
  await app.start();
  await cards(page).getByRole('button', { name: 'Continue without counting it' }).click();
  expect(await app.isOver()).toBe('completed');
  expect(server.requests).toHaveLength(1);
});

test('a run that the person paused stays paused over a reload, and asks nothing twice that was answered', async ({
  app,
  page,
  server,
}) => {
  server.on({ match: 'First', reply: 'one' });
  server.on({ match: 'Second', reply: 'two', holdAfterChunks: 0, times: 1 });
  const chain = `default_model: harbour:small
tasks:
  first: { description: First. }
  second: { description: Second., depends_on: [first] }
`;
  await app.openText(chain, { id: 'harbour', baseUrl: `${server.url}/v1` });
  await app.start();
  await expect.poll(() => server.count('Second')).toBe(1);
  await app.topBar.getByRole('button', { name: 'Pause the run' }).click();
  const resume = app.topBar.getByRole('button', { name: 'Resume' });
  await expect(resume).toBeVisible();
  await expect.poll(() => server.requests.at(-1)?.aborted).toBe(true);
  await app.reload();
  await expect(resume).toBeVisible();
  await expect(app.topBar.getByRole('img', { name: 'Paused' })).toBeVisible();
  expect(server.requests).toHaveLength(2);

  server.on({ match: 'Second', reply: 'two' });
  await page.keyboard.press('ControlOrMeta+Enter');
  expect(await app.isOver()).toBe('completed');
  expect([server.count('First.'), server.count('Second.')]).toEqual([1, 2]);
});
