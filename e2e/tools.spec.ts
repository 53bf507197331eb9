import { startFileServer } from './servers/file-server';
import { startToolServer, type ToolServer } from './servers/tool-server';
import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';
import { expectSaved } from './support/saved-text';

let tools: ToolServer;
test.beforeEach(async () => {
  tools = await startToolServer();
});
test.afterEach(() => tools.close());

const secret = 'tide-table-4711';

/** Enters a secret in the settings. */
async function giveSecret(app: App, name: string, value: string): Promise<void> {
  await app.topBar.getByRole('button', { name: 'More' }).click();
  await app.page.getByRole('menuitem', { name: 'Settings' }).click();
  const secrets = app.dialog.getByRole('list', { name: 'Secrets', exact: true });
  const row = secrets.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('This workflow needs');
  await row.getByRole('button', { name: 'Give it' }).click();
  await row.getByLabel(`Value of ${name}`).fill(value);
  await row.getByLabel(`Value of ${name}`).press('Enter');
  await expect(row).toContainText('Until the page is closed');
  const uses = app.page.getByRole('list', { name: 'Where secrets may be sent' });
  await uses.getByRole('button', { name: 'Allow' }).click();
  await expect(uses).toContainText('Allowed for');
  await app.closeDialog();
}

test('a model asks a server, with a secret that is kept nowhere', { tag: '@main' }, async ({ app }) => {
  await app.openText(`
default_model: sim:fast
tools:
  tides:
    description: Tides of a port
    parameters: { type: object, properties: { port: { type: string } }, required: [port] }
    http: { url: "${tools.url}/tides?of={{port}}&key={{secrets.TIDES}}", headers: { authorization: "Bearer {{secrets.TIDES}}" } }
tasks:
  ask:
    description: When does it ebb?
    options: { tool_calls: [{ name: tides, arguments: { port: Le Havre } }], reply: At noon. }
`);
  await giveSecret(app, 'TIDES', secret);
  expect(await app.run()).toBe('completed');
  expect(tools.asked).toMatchObject([
    { path: `/tides?of=Le%20Havre&key=${secret}`, headers: { authorization: `Bearer ${secret}` } },
  ]);
  const called = (await app.storedEvents()).find(({ kind }) => kind === 'tool.called');
  expect(called?.result).toBe('/tides?of=Le%20Havre&key=(secret TIDES) with Bearer (secret TIDES)');
  expect(JSON.stringify(await app.dump())).not.toContain(secret);
  const output = await app.output('ask');
  await expect(output).toContainText('At noon.');
  await expect(output.getByRole('region', { name: 'Tools' })).toContainText('tides');
});

test('a model calls a tool of an MCP server, under the policy that forbids code from strings', async ({ app }) => {
  await app.openText(`
default_model: sim:fast
tasks:
  ask:
    description: Where is the Anna?
    tools: [{ name: berth, mcp: { url: "${tools.url}/mcp", tool: berth_of } }]
    options: { tool_calls: [{ name: berth, arguments: { ship: Anna } }], reply: At seven. }
`);
  expect(await app.run()).toBe('completed');
  const called = (await app.storedEvents()).find(({ kind }) => kind === 'tool.called');
  expect(called?.result).toBe('Anna lies at berth 7');
  expect(tools.asked.every(({ method }) => method === 'POST')).toBe(true);
});

test('tools that cannot be used are told to the model with the reason, and the run goes on', async ({ app }) => {
  const closed = await startFileServer();
  closed.add('/', { body: 'Nobody may read this.', cors: false });
  await app.openText(`
default_model: sim:fast
tasks:
  ask:
    description: Who is there?
    tools: [{ name: look, http: { url: "http://127.0.0.1:1/" } }, { name: closed, http: { url: "${closed.url}/" } }]
    options: { tool_calls: [{ name: look }, { name: closed }, { name: nothing }], reply: Nobody. }
`);
  expect(await app.run()).toBe('completed');
  const results = (await app.storedEvents()).flatMap(({ kind, result }) => (kind === 'tool.called' ? [result] : []));
  expect(results[0]).toContain('No answer from 127.0.0.1:1.');
  expect(results[1]).toContain('runs, but does not let this page use it (CORS).');
  expect(results[2]).toContain('There is no such tool.');
  await closed.close();
});

test('a question waits for its answer through a reload', async ({ app }) => {
  await app.openText(`
default_model: sim:fast
tasks:
  ask:
    description: Which berth?
    interactive: true
    options: { tool_calls: [{ name: ask_user, arguments: { question: Which berth is free? } }], reply: Thank you. }
`);
  await app.start();
  const card = app.page.getByRole('group', { name: 'ask asks you' });
  await expect(card).toContainText('Which berth is free?');
  await app.reload();
  await expect(card).toContainText('Which berth is free?');
  await card.getByLabel('Your answer').fill('Berth 9');
  await card.getByRole('button', { name: 'Answer' }).click();
  expect(await app.isOver()).toBe('completed');
  const events = await app.storedEvents();
  expect(events.filter(({ kind }) => kind === 'input.requested')).toHaveLength(1);
  expect(events.filter(({ kind }) => kind === 'model.requested')).toHaveLength(2);
  expect(events.find(({ kind }) => kind === 'tool.called')?.result).toBe('Berth 9');
});

test('a server over stdio is written by a form, and a run with it is refused before anything is asked', async ({
  app,
}) => {
  await app.openText(`default_model: sim:fast
tools:
  files:
    mcp: { url: "${tools.url}/mcp", tool: berth_of }
tasks:
  ask:
    description: Where is the Anna?
    options: { tool_calls: [{ name: files, arguments: {} }], reply: At seven. }
`);
  const form = app.inspector.getByRole('region', { name: 'Tools' });
  await form.locator('summary').click();
  await form.getByLabel('Server', { exact: true }).selectOption({ label: 'Over stdio, a command' });
  await expect(form.getByLabel('Address')).toHaveCount(0);
  await form.getByLabel('Command').fill('berths');
  await form.getByLabel('Arguments, one to a line').fill('--port\nLe Havre');
  await form.getByRole('button', { name: 'Add a variable' }).click();
  await form.getByLabel('Value of variable variable_1').fill('{{secrets.BERTHS}}');
  await expectSaved(app, 'command: berths');
  await expectSaved(app, 'args: ["--port", Le Havre]');
  await expectSaved(app, /env: \{ variable_1: "\{\{secrets\.BERTHS\}\}" \}/);
  await expectSaved(app, 'tool: berth_of');
  await isAccessible(app, 'the form of a server over stdio', '[aria-label="Inspector"]');
  await app.page.getByRole('button', { name: '1 problem' }).click();
  await expect(app.dialog).toContainText('it runs on the command line only, with --allow-scripts');
  await app.closeDialog();
  await app.runButton().click();
  const banner = app.page.getByText('The tool files of ask is a server over stdio (berths).');
  await expect(banner).toContainText('heddle run --allow-scripts');
  expect(await app.runs()).toEqual([]);
  expect(tools.asked).toEqual([]);
});
