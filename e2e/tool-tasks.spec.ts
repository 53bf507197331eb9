import { startToolServer, type ToolServer } from './servers/tool-server';
import { expect, test } from './support/app';
import { expectSaved } from './support/saved-text';

let tools: ToolServer;
test.beforeEach(async () => {
  tools = await startToolServer();
});
test.afterEach(() => tools.close());

test('a tool task is drawn, filled in by its parameters, and asks a real server', async ({ app, page }) => {
  await app.openText(`
default_model: sim:fast
tools:
  tides:
    description: Tides of a port
    parameters: { type: object, properties: { port: { type: string } }, required: [port] }
    http: { url: "${tools.url}/tides?of={{port}}" }
tasks: {}
`);
  await page.getByRole('list', { name: 'Task types' }).getByRole('button', { name: 'Tool' }).click();
  await app.field('Tool').fill('tides');
  await expect(app.inspector).toContainText('Tides of a port');
  await expect(app.topBar.getByRole('button', { name: /problem/ })).toBeVisible();
  await app.inspector.getByRole('button', { name: 'Remove path' }).click();
  await app.inspector.getByRole('button', { name: 'Remove content' }).click();
  await app.field('Kind of port').selectOption({ label: 'Text' });
  await app.field('port').last().fill('Le Havre');
  await expectSaved(app, /tool: tides\n +args:(?: \{ port: Le Havre \}|\n +port: Le Havre)/);
  await expect(app.topBar.getByRole('button', { name: /problem/ })).toHaveCount(0);

  expect(await app.run()).toBe('completed');
  expect(tools.asked).toMatchObject([{ method: 'GET', path: '/tides?of=Le%20Havre' }]);
  const output = await app.output('tool_1');
  await expect(output).toContainText('/tides?of=Le%20Havre with undefined');
  await expect(output.getByRole('region', { name: 'Tools' })).toContainText('tides');
});

test('a tool of a server is performed without a model, and the plan says so', async ({ app, page }) => {
  await app.openText(`
tools: { harbour: { mcp: { url: "${tools.url}/mcp", tool: "*" } } }
tasks:
  ask: { type: tool, tool: harbour.berth_of, args: { ship: Anna } }
`);
  await page.getByRole('button', { name: 'Plan', exact: true }).first().click();
  await expect(page.getByRole('row', { name: /^ask / })).toContainText('tool harbour.berth_of');
  expect(await app.run()).toBe('completed');
  const called = (await app.storedEvents()).find(({ kind }) => kind === 'tool.called');
  expect(called?.result).toBe('Anna lies at berth 7');
});

for (const language of ['javascript', 'bash'] as const) {
  test(`a script in ${language} reaches the network through the tools that its task lists`, async ({ app }) => {
    const content = language === 'bash' ? 'tool tides \'{"port":"Brest"}\'' : "return tools.tides({ port: 'Brest' })";
    await app.openText(`
tools:
  tides:
    parameters: { type: object, properties: { port: { type: string } }, required: [port] }
    http: { url: "${tools.url}/tides?of={{port}}" }
tasks:
  ask:
    type: script
    tools: [tides]
    script: { language: ${language}, content: ${JSON.stringify(content)} }
`);
    expect(await app.run()).toBe('completed');
    expect(tools.asked).toMatchObject([{ method: 'GET', path: '/tides?of=Brest' }]);
    await app.reload();
    const calls = (await app.output('ask')).getByRole('region', { name: 'Tools the script called' });
    await calls.locator('summary').focus();
    await app.page.keyboard.press('Enter');
    await expect(calls).toContainText('"port":"Brest"');
    await expect(await app.output('ask')).toContainText('/tides?of=Brest with undefined');
    await app.tab('Events');
    await expect(app.drawer).toContainText('called tides once');
  });
}
