import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';

const flow = `heddle: 1
name: Debug
default_model: harbour:small
tasks:
  read: { description: Read., inject_context: false }
  write: { description: "Write {{read}}", depends_on: [read], inject_context: false }
  check: { description: "Check {{write}}", depends_on: [write], inject_context: false }
`;

async function open(app: App, server: { url: string; on: (rule: object) => void }, text = flow): Promise<void> {
  for (const [match, reply] of [
    ['Read.', '{"news": "old"}'],
    ['Write', 'written'],
    ['Check', 'checked'],
  ]) {
    server.on({ match, reply });
  }
  await app.openText(text, { id: 'harbour', baseUrl: `${server.url}/v1` });
}

test('a run pauses at a breakpoint, steps, and goes on, also after a reload; an output is pinned', async ({
  app,
  page,
  server,
}) => {
  await open(app, server);
  await app.select('write');
  await app.canvas.focus();
  await page.keyboard.press('b');
  await expect(app.node('write').getByRole('img', { name: 'Pauses before it' })).toBeVisible();
  await app.start();
  const question = page.getByRole('region', { name: 'Questions of the run' });
  await expect(question.getByRole('group', { name: 'write is next' })).toBeVisible();
  await isAccessible(app, 'a run at a breakpoint');
  expect(server.requests).toHaveLength(1);
  // What was made can be looked at.
  await expect(await app.output('read')).toContainText('old');

  await page.reload();
  await expect(question.getByRole('group', { name: 'write is next' })).toBeVisible();
  expect(server.requests).toHaveLength(1);
  await question.getByRole('button', { name: 'Step' }).click();
  await expect(question.getByRole('group', { name: 'check is next' })).toBeVisible();
  expect(server.requests).toHaveLength(2);

  // A step is not forgotten either. By keyboard it goes on.
  await page.reload();
  await expect(question.getByRole('group', { name: 'check is next' })).toBeVisible();
  await app.canvas.focus();
  await page.keyboard.press('F8');
  expect(await app.isOver()).toBe('completed');
  expect(server.requests).toHaveLength(3);

  await app.select('read');
  await app.canvas.focus();
  await page.keyboard.press('p');
  await expect(app.node('read').getByRole('img', { name: 'Has a pinned output' })).toBeVisible();
  await expect(app.runButton()).toHaveAccessibleDescription(/2 of 3 changed/);
  await expect(app.inspector.getByLabel('Pinned output')).toHaveValue(/"news": "old"/);
  await isAccessible(app, 'a pinned task');
});
