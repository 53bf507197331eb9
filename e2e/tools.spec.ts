import { startFileServer } from './servers/file-server';
import { startToolServer, type ToolServer } from './servers/tool-server';
import { type App, expect, test } from './support/app';

let tools: ToolServer;
test.beforeEach(async () => {
  tools = await startToolServer();
});
test.afterEach(() => tools.close());

const secret = 'tide-table-4711';

/** Gives a secret in the settings. */
async function giveSecret(app: App, name: string, value: string): Promise<void> {
  await app.topBar.getByRole('button', { name: 'More' }).click();
  await app.page.getByRole('menuitem', { name: 'Settings' }).click();
  const row = app.dialog.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('Asked for by this workflow');
  await row.getByRole('button', { name: 'Give it' }).click();
  await row.getByLabel(`Value of ${name}`).fill(value);
  await row.getByLabel(`Value of ${name}`).press('Enter');
  await expect(row).toContainText('Until the page is closed');
  await app.closeDialog();
}

test('a model asks a server, with a secret that is kept nowhere', async ({ app }) => {
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
