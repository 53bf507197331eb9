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

test('the last output is pinned with P, changed as JSON, and given without asking', async ({ app, page, server }) => {
  await open(app, server);
  expect(await app.run()).toBe('completed');
  await app.select('read');
  await app.canvas.focus();
  await page.keyboard.press('p');
  await expect(app.node('read').getByRole('img', { name: 'Has a pinned output' })).toBeVisible();
  await expect(app.row('read').getByRole('img', { name: 'Has a pinned output' })).toBeVisible();
  await expect(app.runButton()).toHaveText(/1 kept, 2 asked/);

  await app.inspector.getByText('Debugging').click();
  const pin = app.inspector.getByLabel('Pinned output');
  await expect(pin).toHaveValue(/"news": "old"/);
  await pin.fill('{"news": "new"}');
  await isAccessible(app, 'a pinned task');
  await page.reload();
  expect(await app.run()).toBe('completed');
  // The answer to the changed output is the same, so what reads it is kept.
  expect(server.requests).toHaveLength(4);
  expect(JSON.stringify(server.requests[3])).toContain('new');
  await app.isTask('read', 'Pinned');

  // Undone in two steps: the change, and the pin.
  await app.canvas.focus();
  await app.select('read');
  await page.keyboard.press('p');
  await expect(app.node('read').getByRole('img', { name: 'Has a pinned output' })).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(app.node('read').getByRole('img', { name: 'Has a pinned output' })).toBeVisible();
});

test('a pin that the schema refuses is a problem with its place', async ({ app, page }) => {
  const schema = 'output_schema: { type: object, required: [title] }, pinned: { news: x }';
  await app.openText(flow.replace('description: Read.,', `description: Read., ${schema},`));
  await app.topBar.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText(/The pinned output is not what output_schema asks for/).first()).toBeVisible();
});

test('a run pauses at a breakpoint, steps, and goes on, also after a reload', async ({ app, page, server }) => {
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
});
