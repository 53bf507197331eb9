import { waitFor, within } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { startToolServer, type ToolServer } from '@tests/support/servers';
import { afterEach, beforeEach, expect, it } from 'vitest';

let tools: ToolServer;
beforeEach(async () => {
  tools = await startToolServer();
});
afterEach(() => tools.close());

it('a tool task is drawn, filled in by its parameters, and asks a real server', async () => {
  const page = await openPage(`
default_model: sim:fast
tools:
  tides:
    description: Tides of a port
    parameters: { type: object, properties: { port: { type: string } }, required: [port] }
    http: { url: "${tools.url}/tides?of={{port}}" }
tasks: {}
`);
  const types = within(await page.all.findByRole('list', { name: 'Task types' }));
  await page.press('Tool', types);
  await page.inspector.findByRole('heading', { level: 2, name: 'tool_1' });
  await page.fill(await page.inspector.findByLabelText('Tool'), 'tides');
  await page.inspector.findByText('Tides of a port');
  for (const name of ['path', 'content']) {
    await page.user.click(await page.inspector.findByRole('button', { name: `Remove ${name}` }));
  }
  await page.fill(await page.inspector.findByLabelText('Kind of port'), 'Text');
  const values = await page.inspector.findAllByLabelText('port');
  await page.fill(values.at(-1) as HTMLElement, 'Le Havre');
  await page.isSaved(/tool: tides\n +args:(?: \{ port: Le Havre \}|\n +port: Le Havre)/);
  await waitFor(() => expect(page.topBar.queryByRole('button', { name: /problem/ })).toBeNull());

  expect(await page.run()).toBe('completed');
  expect(tools.asked).toMatchObject([{ method: 'GET', path: '/tides?of=Le%20Havre' }]);
  const output = await page.output('tool_1');
  expect(output).toHaveTextContent('/tides?of=Le%20Havre with undefined');
  expect(await within(output).findByRole('region', { name: 'Tools' })).toHaveTextContent('tides');
});

it('a tool of a server is performed without a model, and the plan says so', async () => {
  const page = await openPage(`
tools: { harbour: { mcp: { url: "${tools.url}/mcp", tool: "*" } } }
tasks:
  ask: { type: tool, tool: harbour.berth_of, args: { ship: Anna } }
`);
  await page.press('Plan', page.topBar);
  expect(await page.all.findByRole('row', { name: /^ask / })).toHaveTextContent('tool harbour.berth_of');
  expect(await page.run()).toBe('completed');
  const called = (await page.storedEvents()).find(({ kind }) => kind === 'tool.called');
  expect(called).toMatchObject({ result: 'Anna lies at berth 7' });
});
