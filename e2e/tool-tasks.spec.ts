import { startToolServer } from './servers/tool-server';
import { expect, test } from './support/app';

// The form of a tool task is in src/editor/inspectors/tool-task.test.tsx.
test('scripts in their workers reach the network through the tools that their tasks list', async ({ app }) => {
  const tools = await startToolServer();
  await app.openText(`
tools:
  tides:
    parameters: { type: object, properties: { port: { type: string } }, required: [port] }
    http: { url: "${tools.url}/tides?of={{port}}" }
tasks:
  bash: { type: script, tools: [tides], script: { language: bash, content: 'tool tides ''{"port":"Brest"}''' } }
  javascript:
    type: script
    tools: [tides]
    depends_on: [bash]
    script: { language: javascript, content: "return tools.tides({ port: 'Nantes' })" }
`);
  expect(await app.run()).toBe('completed');
  expect(tools.asked.map(({ path }) => path)).toEqual(['/tides?of=Brest', '/tides?of=Nantes']);
  await expect(await app.output('bash')).toContainText('/tides?of=Brest with undefined');
  await app.reload();
  const output = await app.output('javascript');
  const calls = output.getByRole('region', { name: 'Tools the script called' });
  await calls.locator('summary').focus();
  await app.page.keyboard.press('Enter');
  await expect(calls).toContainText('"port":"Nantes"');
  await expect(output).toContainText('/tides?of=Nantes with undefined');
  await app.tab('Events');
  await expect(app.drawer).toContainText('called tides once');
  await tools.close();
});
