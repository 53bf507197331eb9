import { act, waitFor, within } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { scriptsHere } from '@tests/support/scripts-here';
import { startHostileToolServer, startToolServer, type ToolServer } from '@tests/support/servers';
import { ToolsOnPage } from '@tests/support/tools-screen';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import SettingsDialog from '../dialogs/settings-dialog';
import ToolsScreen from './tools-screen';

let server: ToolServer;
beforeEach(async () => {
  server = await startToolServer();
});
afterEach(() => server.close());

const workflow = () => `
name: Harbour
default_model: sim:fast
agents:
  pilot: { model: sim:fast, tools: ["harbour.*"] }
tools:
  harbour: { mcp: { url: "${server.url}/mcp", tool: "*" } }
  echo:
    description: Says what it was asked
    parameters: { type: object, properties: { word: { type: string } }, required: [word] }
    http: { url: "${server.url}/echo/{{word}}?key={{secrets.TIDES}}", headers: { authorization: "Bearer {{secrets.TIDES}}" } }
  away: { mcp: { url: "http://127.0.0.1:1/mcp" } }
  count:
    description: Counts its words
    parameters: { type: object, properties: { text: { type: string } } }
    script: { content: "wc -w", stdin: "{{text}}" }
tasks:
  moor: { description: Find a berth., agent: pilot }
  rest: { description: Nothing to call., tool_mode: exclusive, tools: [note] }
  crew:
    type: group
    subtasks:
      ask: { description: Ask the harbour., tools: ["harbour.*"] }
`;

/** The screen alone, over a workflow. */
async function open(text = workflow()): Promise<ToolsOnPage> {
  return new ToolsOnPage(await openPage(text, { only: <ToolsScreen />, scripts: scriptsHere }));
}

it('all tools are listed, and servers are asked only when they are opened', async () => {
  const tools = await open();
  await waitFor(() => expect(tools.row('echo')).toHaveTextContent('HTTP'));
  expect(tools.row('count')).toHaveTextContent('Script');
  expect(tools.row('away')).toHaveTextContent('MCP');
  tools.row('spawn_task');
  expect(tools.source('harbour')).toHaveTextContent('Not asked');
  expect(server.asked).toEqual([]);

  await tools.open('harbour');
  await waitFor(() => expect(tools.source('harbour')).toHaveTextContent('Answers'));
  expect(tools.row('berth_of')).toHaveTextContent('The berth of a ship.');
  expect(tools.row('book')).toHaveTextContent('Destructive');
  await tools.filter('SHIP');
  await waitFor(() => expect(tools.rows()).toEqual([tools.row('berth_of')]));
  await tools.filter('crane');
  await waitFor(() => expect(tools.screen).toHaveTextContent('No matching tools.'));

  await tools.open('127.0.0.1:1');
  const alert = () => within(tools.screen).findByRole('alert');
  expect(await alert()).toHaveTextContent('No answer from 127.0.0.1:1.');
  expect(tools.source('127.0.0.1:1')).toHaveTextContent('Does not answer');
  await tools.page.user.click(within(tools.screen).getByRole('button', { name: 'Try again' }));
  expect(await alert()).toHaveTextContent('No answer from 127.0.0.1:1.');
});

it('who uses a tool is told, and selected on the canvas', async () => {
  const tools = await open();
  const uses = () =>
    within(tools.details.getByRole('region', { name: 'Used by' }))
      .getAllByRole('listitem')
      .map((use) => use.textContent);
  await tools.choose('echo');
  await waitFor(() => expect(uses()).toEqual(['moor', 'crew/ask']));
  await tools.choose('note');
  expect(uses()).toEqual(['rest']);
  await tools.open('harbour');
  await tools.choose('berth_of');
  expect(uses()).toEqual(['agent pilot', 'moor', 'crew/ask']);
  await tools.press('crew/ask');
  await waitFor(() => expect([...tools.page.stores.view.getState().canvas.selection]).toEqual(['crew/ask']));
});

it('a tool is called with what its form says, and its result is shown as text', async () => {
  const tools = await open();
  await tools.open('harbour');
  await tools.choose('book');
  expect(await tools.details.findByText(/may delete or overwrite something/)).toBeInTheDocument();
  await tools.tryOut.findByLabelText(/^ship/);
  await tools.press('Call');
  // A required text is sent as an empty one, not left out.
  await tools.result;
  await tools.give(/^ship/, 'Anna');
  await tools.give(/^draught/, 'four');
  await tools.press('Call');
  await tools.tryOut.findByText('This is not a number.');
  await tools.give(/^draught/, '4.5');
  await tools.give(/^quay/, 'south');
  await tools.give(/^tugs/, 'true');
  await tools.give(/^cargo/, '[{ "what": "tea" }]');
  await tools.press('Call');
  await waitFor(async () => expect(await tools.result).toHaveTextContent('"booked": "Anna"'));
  expect(tools.tryOut.getByRole('status')).toHaveTextContent(/\d ms/);
  const order = { ship: 'Anna', draught: 4.5, quay: 'south', tugs: true, cargo: [{ what: 'tea' }] };
  expect(server.booked).toEqual([{ ship: '' }, order]);

  await tools.page.user.click(tools.tryOut.getByRole('radio', { name: 'JSON' }));
  const json = await tools.tryOut.findByLabelText<HTMLTextAreaElement>('Arguments, as JSON');
  expect(JSON.parse(json.value)).toEqual(order);
  await tools.page.fill(json, '{ "ship": "Berta", "draught": "deep" }');
  await tools.press('Call');
  await waitFor(() => expect(tools.tryOut.getByRole('status')).toHaveTextContent('Error'));
  expect(await tools.result).toHaveTextContent('not what the tool takes');
  expect(server.booked).toHaveLength(2);
});

function SettingsBeforeTools() {
  const [isSet, setIsSet] = useState(false);
  return (
    <>
      {!isSet && <SettingsDialog onClose={() => setIsSet(true)} />}
      <ToolsScreen />
    </>
  );
}

it('secrets are filled in as in a run, and not shown', async () => {
  const secret = 'tide-table-4711';
  const page = await openPage(workflow(), { only: <SettingsBeforeTools /> });
  const list = within(await page.dialog.findByRole('list', { name: 'Secrets' }));
  await page.user.click(list.getByRole('button', { name: 'Give it' }));
  await page.fill(await list.findByLabelText('Value of TIDES'), secret);
  await page.user.keyboard('{Enter}');
  await list.findByText('Until the page is closed');
  const uses = within(page.dialog.getByRole('list', { name: 'Where secrets may be sent' }));
  await page.press('Allow', uses);
  await uses.findByText(/^Allowed for/);
  await page.user.keyboard('{Escape}');
  await page.all.findByRole('main', { name: 'Tools' });
  const tools = new ToolsOnPage(page);
  await tools.choose('echo');
  await tools.give(/^word/, 'high tide');
  await tools.press('Call');
  expect(await tools.result).toHaveTextContent('/echo/high%20tide?key=(secret TIDES) with Bearer (secret TIDES)');
  expect(server.asked).toMatchObject([{ path: `/echo/high%20tide?key=${secret}` }]);
  expect(document.documentElement.outerHTML).not.toContain(secret);
});

it('a call that does not end is cancelled, and what cannot be called says why', async () => {
  const tools = await open();
  await tools.open('harbour');
  await tools.choose('wait');
  await tools.tryOut.findByText('It takes no arguments.');
  await tools.press('Call');
  await waitFor(() => expect(server.answering()).toBe(1));
  await tools.press('Cancel');
  await waitFor(() => expect(server.answering()).toBe(0));
  await waitFor(() => expect(tools.tryOut.getByRole('button', { name: 'Call' })).toBeEnabled());

  await tools.open('All tools');
  await tools.choose('away');
  await tools.press('Call');
  await waitFor(() => expect(tools.tryOut.getByRole('status')).toHaveTextContent('Error'));
  tools.tryOut.getByText(/No answer from 127\.0\.0\.1:1\./);
  await tools.choose('count');
  await tools.give(/^text/, 'one two three');
  await tools.press('Call');
  expect(await tools.result).toHaveTextContent('3');
  await tools.choose('note');
  await tools.tryOut.findByText(/^Only a run can call it/);
});

it('a tool of a server is added to the workflow, and one undo takes it back', async () => {
  const tools = await open();
  await tools.open('harbour');
  await tools.choose('berth_of');
  await tools.press('Add to workflow');
  await tools.details.findByText('In this workflow as berth_of.');
  expect(tools.row('berth_of')).toHaveTextContent('In this workflow');
  await tools.page.isSaved(`berth_of`);
  await act(() => tools.page.stores.document.actions.undo());
  await waitFor(() => expect(tools.row('berth_of')).not.toHaveTextContent('In this workflow'));
});

it('resources are read by a run, and on the screen', async () => {
  const page = await openPage(`
default_model: sim:fast
tools: { harbour: { mcp: { url: "${server.url}/mcp", tool: "*" } } }
tasks:
  ask:
    description: What are the rules?
    tools: ["harbour.*"]
    options:
      tool_calls:
        - { name: harbour_list_resources }
        - { name: harbour_read_resource, arguments: { uri: "harbour://rules" } }
        - { name: harbour_read_resource, arguments: { uri: "harbour://map" } }
        - { name: harbour_read_resource, arguments: { uri: "harbour://gone" } }
      reply: Wait for the tide.
`);
  expect(await page.run()).toBe('completed');
  const results = (await page.storedEvents()).flatMap(({ kind, result }) => (kind === 'tool.called' ? [result] : []));
  expect(results[0]).toContain('- harbour://rules (text/plain) Rules: What holds');
  expect(results[0]).toContain('- harbour://berth/{n} Berth');
  expect(results[1]).toBe('No ship leaves <script>at</script> low tide.');
  expect(results[2]).toBe('[file: harbour://map image/png, 2.0 kB]');
  expect(results[3]).toContain('harbour://gone');

  const tools = new ToolsOnPage(page);
  await page.press('Tools', page.topBar);
  await page.all.findByRole('main', { name: 'Tools' });
  await tools.open('harbour');
  await page.user.click(await within(tools.screen).findByRole('radio', { name: 'Resources' }));
  await page.user.click(await waitFor(() => tools.row('Rules')));
  await tools.press('Read');
  expect(await tools.details.findByRole('region', { name: 'Content' })).toHaveTextContent('<script>at</script>');
  await page.user.click(tools.row('Berth'));
  expect(await tools.details.findByRole('button', { name: 'Read' })).toBeDisabled();
  await page.fill(tools.details.getByLabelText('Address'), 'harbour://berth/9');
  await tools.press('Read');
  expect(await tools.details.findByRole('region', { name: 'Content' })).toHaveTextContent('harbour://berth/9 is free');
});

it('a hostile server is bounded, named as it is, and the screen goes on', async () => {
  const hostile = await startHostileToolServer();
  const title = document.title;
  try {
    const tools = await open(`
default_model: sim:fast
tools: { hostile: { mcp: { url: "${hostile.url}/", tool: "*" } } }
tasks: { ask: { description: Who is there?, tools: ["hostile.*"] } }
`);
    await tools.open('hostile');
    await waitFor(() => expect(tools.source('hostile')).toHaveTextContent('2,000'));
    expect(hostile.pages()).toBeLessThan(25);
    expect(tools.screen).toHaveTextContent('Of its tools only the first 2000 are read.');
    expect(tools.screen).toHaveTextContent('The tool too_deep is left out');
    expect(tools.rows().length).toBeLessThan(60);

    await tools.filter('daolnwod');
    await waitFor(() =>
      expect(tools.rows().map((row) => row.textContent)).toEqual([expect.stringMatching(/^pay\\u202edaolnwod\\u0000/)]),
    );
    await tools.filter('tool_1234');
    await waitFor(() => expect(tools.rows()).toHaveLength(1));
    await tools.filter('__proto__');
    await tools.choose('__proto__');
    await tools.give(/^__proto__/, 'a');
    await tools.give(/^constructor/, 'b');
    await tools.press('Call');
    const said = /"__proto__", \{ "__proto__": "a", "constructor": "b" \}/;
    expect((await tools.result).querySelector('pre')).toHaveTextContent(said);
    expect(document.title).toBe(title);

    await tools.filter('pattern');
    await tools.choose('pattern');
    await tools.give(/^word/, `${'a'.repeat(60)}!`);
    await tools.press('Call');
    expect(await tools.result).toHaveTextContent('aaa!');
    for (const name of ['exploding', 'cycle']) {
      await tools.filter(name);
      await tools.choose(name);
      await tools.page.user.click(await tools.tryOut.findByRole('radio', { name: 'JSON' }));
      await tools.give(/^Arguments, as JSON/, '{}');
      await tools.press('Call');
      expect(await tools.result).toHaveTextContent(name);
    }
  } finally {
    await hostile.close();
  }
});

it('a server is added in three actions, under the name of its address, and nothing else comes with it', async () => {
  const tools = await open('name: Empty\ntasks:\n  rest: { description: Nothing to call. }\n');
  const screen = within(tools.screen);
  await tools.page.user.click(screen.getByRole('button', { name: 'Add an MCP server' }));
  await tools.page.fill(screen.getByLabelText('Address'), `${server.url}/mcp`);
  await tools.page.user.click(screen.getByRole('button', { name: 'Add the server' }));
  await waitFor(() => expect(tools.source('server')).toHaveTextContent('Answers'));
  await waitFor(() => tools.row('berth_of'));
  const saved = await tools.page.isSaved('/mcp');
  expect(saved).toContain(`${server.url}/mcp`);
  expect(saved).not.toContain('query');
});

it('a server is asked and its tools are tried before it is saved; ticked ones are offered to all tasks', async () => {
  const tools = await open('name: Empty\ntasks:\n  rest: { description: Nothing to call. }\n');
  const screen = within(tools.screen);
  await tools.page.user.click(screen.getByRole('button', { name: 'Add an MCP server' }));
  await tools.page.fill(screen.getByLabelText('Address'), 'harbour');
  await tools.page.user.click(screen.getByRole('button', { name: 'Add the server' }));
  await screen.findByText(/^Write the whole address/);
  await tools.page.fill(screen.getByLabelText('Address'), `${server.url}/mcp`);
  await tools.page.fill(screen.getByLabelText('Name'), 'harbour');
  await tools.page.user.type(screen.getByLabelText('Address'), '{Enter}');
  expect(await screen.findByText(/^Connected, \d+ tools$/)).toBeInTheDocument();
  await tools.page.user.click(screen.getByRole('button', { name: 'Look at berth_of' }));
  await tools.give(/^ship/, 'Anna');
  await tools.press('Call');
  await tools.result;
  await tools.page.isNotSaved('mcp');
  await tools.page.user.click(screen.getByRole('checkbox', { name: 'berth_of' }));
  await tools.page.user.click(screen.getByRole('button', { name: 'Add the server and 1 tool' }));
  await waitFor(() => expect(tools.source('harbour')).toHaveTextContent('Answers'));
  const saved = await tools.page.isSaved('berth_of');
  expect(saved).toMatch(/harbour:[\s\S]*tool: ["']?\*/);
});
