import { startHostileToolServer } from './servers/hostile-tool-server';
import { startToolServer, type ToolServer } from './servers/tool-server';
import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';

let server: ToolServer;
test.beforeEach(async () => {
  server = await startToolServer();
});
test.afterEach(() => server.close());

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

/** The screen of tools, as a person uses it. */
class Tools {
  readonly screen;
  readonly sources;
  readonly details;
  readonly tryOut;
  readonly filter;

  constructor(readonly app: App) {
    this.screen = app.page.getByRole('main', { name: 'Tools' });
    this.sources = this.screen.getByRole('navigation', { name: 'Sources of tools' });
    this.details = this.screen.getByRole('complementary', { name: 'Details' });
    this.tryOut = this.details.getByRole('region', { name: 'Try it out' });
    this.filter = this.screen.getByRole('searchbox');
  }

  async open(): Promise<void> {
    await this.app.topBar.getByRole('button', { name: 'Tools' }).click();
    await expect(this.screen).toBeVisible();
  }

  source(name: string) {
    return this.sources.getByRole('button', { name });
  }

  row(name: string) {
    return this.screen.getByRole('option', { name: new RegExp(`^${name},`) });
  }

  async choose(name: string): Promise<void> {
    await this.row(name).click();
    await expect(this.details.getByRole('heading', { level: 2 })).toHaveText(name);
  }

  async call(): Promise<void> {
    await this.tryOut.getByRole('button', { name: 'Call' }).click();
  }
}

const open = async (app: App, text = workflow()): Promise<Tools> => {
  await app.openText(text);
  const tools = new Tools(app);
  await tools.open();
  return tools;
};

test('all tools are listed, and servers are asked only when they are opened', async ({ app }) => {
  const tools = await open(app);
  expect(app.page.url()).toMatch(/\/tools$/);
  await expect(tools.row('echo')).toContainText('HTTP');
  await expect(tools.row('count')).toContainText('Script');
  await expect(tools.row('away')).toContainText('MCP');
  await expect(tools.row('spawn_task')).toBeAttached();
  await expect(tools.source('harbour')).toContainText('Not asked');
  expect(server.asked).toEqual([]);

  await tools.source('harbour').click();
  await expect(tools.source('harbour')).toContainText('Answers');
  await expect(tools.row('berth_of')).toContainText('The berth of a ship.');
  await expect(tools.row('book')).toContainText('Destructive');
  await tools.filter.fill('SHIP');
  await expect(tools.row('book')).toBeHidden();
  await expect(tools.row('berth_of')).toBeVisible();
  await tools.filter.fill('crane');
  await expect(tools.screen).toContainText('No matching tools.');

  await tools.source('127.0.0.1:1').click();
  await expect(tools.screen.getByRole('alert')).toContainText('No answer from 127.0.0.1:1.');
  await expect(tools.source('127.0.0.1:1')).toContainText('Does not answer');
  await tools.screen.getByRole('button', { name: 'Try again' }).click();
  await expect(tools.screen.getByRole('alert')).toContainText('No answer from 127.0.0.1:1.');

  await app.page.reload();
  await expect(tools.screen).toBeVisible();
  await app.page.goBack();
  await expect(app.canvas).toBeVisible();
  app.errors.length = 0;
});

test('who uses a tool is told, and selected on the canvas', async ({ app }) => {
  const tools = await open(app);
  const uses = tools.details.getByRole('region', { name: 'Used by' });
  await tools.choose('echo');
  await expect(uses.getByRole('listitem')).toHaveText(['moor', 'crew/ask']);
  await tools.choose('note');
  await expect(uses.getByRole('listitem')).toHaveText(['rest']);
  await tools.source('harbour').click();
  await tools.choose('berth_of');
  await expect(uses.getByRole('listitem')).toHaveText(['agent pilot', 'moor', 'crew/ask']);
  await uses.getByRole('button', { name: 'crew/ask' }).click();
  await expect(app.canvas).toBeVisible();
  await expect(app.inspector.getByLabel('Prompt')).toHaveValue('Ask the harbour.');
});

test('a tool is called with what its form says, and its result is shown as text', async ({ app }) => {
  const tools = await open(app);
  await tools.source('harbour').click();
  await tools.choose('book');
  await expect(tools.tryOut).toContainText('may delete or overwrite something');
  await tools.call();
  // A required text is sent as an empty one, not left out.
  await expect(tools.tryOut.getByRole('status')).toContainText('Result');
  await tools.tryOut.getByLabel('ship').fill('Anna');
  await tools.tryOut.getByLabel('draught').fill('four');
  await tools.call();
  await expect(tools.tryOut).toContainText('This is not a number.');
  await tools.tryOut.getByLabel('draught').fill('4.5');
  await tools.tryOut.getByLabel('quay').selectOption('south');
  await tools.tryOut.getByLabel('tugs').selectOption('true');
  await tools.tryOut.getByLabel('cargo').fill('[{ "what": "tea" }]');
  await tools.call();
  await expect(tools.tryOut.getByRole('region', { name: 'Result' })).toContainText('"booked": "Anna"');
  await expect(tools.tryOut.getByRole('status')).toContainText(/\d ms/);
  const order = { ship: 'Anna', draught: 4.5, quay: 'south', tugs: true, cargo: [{ what: 'tea' }] };
  expect(server.booked).toEqual([{ ship: '' }, order]);

  await tools.tryOut.getByRole('radio', { name: 'JSON' }).click();
  const json = tools.tryOut.getByLabel('Arguments, as JSON');
  expect(JSON.parse(await json.inputValue())).toEqual(order);
  await json.fill('{ "ship": "Berta", "draught": "deep" }');
  await tools.call();
  await expect(tools.tryOut.getByRole('region', { name: 'Result' })).toContainText('not what the tool takes');
  expect(server.booked).toHaveLength(2);
});

test('secrets are filled in as in a run, and not shown', async ({ app }) => {
  const secret = 'tide-table-4711';
  await app.openText(workflow());
  await app.topBar.getByRole('button', { name: 'More' }).click();
  await app.page.getByRole('menuitem', { name: 'Settings' }).click();
  const row = app.dialog.getByRole('listitem').filter({ hasText: 'TIDES' });
  await row.getByRole('button', { name: 'Give it' }).click();
  await row.getByLabel('Value of TIDES').fill(secret);
  await row.getByLabel('Value of TIDES').press('Enter');
  await app.closeDialog();
  const tools = new Tools(app);
  await tools.open();
  await tools.choose('echo');
  await tools.tryOut.getByLabel('word').fill('high tide');
  await tools.call();
  const result = tools.tryOut.getByRole('region', { name: 'Result' });
  await expect(result).toContainText('/echo/high%20tide?key=(secret TIDES) with Bearer (secret TIDES)');
  expect(server.asked).toMatchObject([{ path: `/echo/high%20tide?key=${secret}` }]);
  expect(await app.page.content()).not.toContain(secret);
});

test('a call that does not end is cancelled, and what cannot be called says why', async ({ app }) => {
  const tools = await open(app);
  await tools.source('harbour').click();
  await tools.choose('wait');
  await tools.call();
  await expect.poll(() => server.answering()).toBe(1);
  await tools.tryOut.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => server.answering()).toBe(0);
  await expect(tools.tryOut.getByRole('button', { name: 'Call' })).toBeEnabled();

  await tools.source('All tools').click();
  await tools.choose('away');
  await tools.call();
  await expect(tools.tryOut.getByRole('status')).toContainText('Error');
  await expect(tools.tryOut).toContainText('No answer from 127.0.0.1:1.');
  await tools.choose('count');
  await tools.tryOut.getByLabel('text').fill('one two three');
  await tools.call();
  await expect(tools.tryOut.getByRole('region', { name: 'Result' })).toContainText('3');
  await tools.choose('note');
  await expect(tools.tryOut).toContainText('Only a run can call it');
  app.errors.length = 0;
});

test('a tool of a server is added to the workflow', async ({ app }) => {
  const tools = await open(app);
  await tools.source('harbour').click();
  await tools.choose('berth_of');
  await tools.details.getByRole('button', { name: 'Add to workflow' }).click();
  await expect(tools.details).toContainText('In this workflow as berth_of.');
  await expect(tools.row('berth_of')).toContainText('In this workflow');
  await app.page.keyboard.press('Escape');
  await app.isSaved();
  await app.page.keyboard.press('Control+z');
  await tools.open();
  await tools.source('harbour').click();
  await expect(tools.row('berth_of')).not.toContainText('In this workflow');
});

test('resources are read by a run, and on the screen', async ({ app }) => {
  await app.openText(`
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
  expect(await app.run()).toBe('completed');
  const results = (await app.storedEvents()).flatMap(({ kind, result }) => (kind === 'tool.called' ? [result] : []));
  expect(results[0]).toContain('- harbour://rules (text/plain) Rules: What holds');
  expect(results[0]).toContain('- harbour://berth/{n} Berth');
  expect(results[1]).toBe('No ship leaves <script>at</script> low tide.');
  expect(results[2]).toBe('[file: harbour://map image/png, 2.0 kB]');
  expect(results[3]).toContain('harbour://gone');

  const tools = new Tools(app);
  await tools.open();
  await tools.source('harbour').click();
  await tools.screen.getByRole('radio', { name: 'Resources' }).click();
  await tools.row('Rules').click();
  await tools.details.getByRole('button', { name: 'Read' }).click();
  await expect(tools.details.getByRole('region', { name: 'Content' })).toContainText('<script>at</script>');
  await tools.row('Berth').click();
  await expect(tools.details.getByRole('button', { name: 'Read' })).toBeDisabled();
  await tools.details.getByLabel('Address').fill('harbour://berth/9');
  await tools.details.getByRole('button', { name: 'Read' }).click();
  await expect(tools.details.getByRole('region', { name: 'Content' })).toContainText('harbour://berth/9 is free');
});

test('a hostile server is bounded, named as it is, and the page goes on', async ({ app }) => {
  const hostile = await startHostileToolServer();
  const tools = await open(
    app,
    `
default_model: sim:fast
tools: { hostile: { mcp: { url: "${hostile.url}/", tool: "*" } } }
tasks: { ask: { description: Who is there?, tools: ["hostile.*"] } }
`,
  );
  await tools.source('hostile').click();
  await expect(tools.source('hostile')).toContainText('2,000');
  expect(hostile.pages()).toBeLessThan(25);
  await expect(tools.screen).toContainText('Of its tools only the first 2000 are read.');
  await expect(tools.screen).toContainText('The tool too_deep is left out');
  const drawn = await tools.screen.getByRole('option').count();
  expect(drawn).toBeLessThan(60);

  await tools.filter.fill('daolnwod');
  await expect(tools.screen.getByRole('option')).toHaveText(/^pay\\u202edaolnwod\\u0000/);
  await tools.filter.fill('tool_1234');
  await expect(tools.screen.getByRole('option')).toHaveCount(1);
  await tools.filter.fill('__proto__');
  await tools.choose('__proto__');
  await tools.tryOut.getByLabel('__proto__').fill('a');
  await tools.tryOut.getByLabel('constructor').fill('b');
  await tools.call();
  const result = tools.tryOut.getByRole('region', { name: 'Result' });
  await expect(result.locator('pre')).toHaveText(/"__proto__",\s+\{\s+"__proto__": "a",\s+"constructor": "b"\s+\}/);
  await expect(app.page).toHaveTitle('Untitled · Heddle');

  await tools.filter.fill('pattern');
  await tools.choose('pattern');
  await tools.tryOut.getByLabel('word').fill(`${'a'.repeat(60)}!`);
  await tools.call();
  await expect(result).toContainText('aaa!');
  for (const name of ['exploding', 'cycle']) {
    await tools.filter.fill(name);
    await tools.choose(name);
    await tools.tryOut.getByRole('radio', { name: 'JSON' }).click();
    await tools.tryOut.getByLabel('Arguments, as JSON').fill('{}');
    await tools.call();
    await expect(result).toContainText(name);
  }
  await hostile.close();
});

test('the keyboard alone is enough', async ({ app }) => {
  const tools = await open(app);
  const { keyboard } = app.page;
  await tools.source('harbour').focus();
  await keyboard.press('Enter');
  await expect(tools.row('berth_of')).toBeVisible();
  await tools.screen.getByRole('listbox').focus();
  await keyboard.press('ArrowDown');
  await expect(tools.row('berth_of')).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Tab');
  await expect(tools.details.getByRole('button', { name: 'Close the details' })).toBeFocused();
  await tools.tryOut.getByLabel('ship').focus();
  await keyboard.type('Anna');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(tools.tryOut.getByRole('region', { name: 'Result' })).toContainText('Anna lies at berth 7');
  await keyboard.press('Escape');
  await expect(app.canvas).toBeVisible();
});

test('all of it is accessible, and fits a narrow window', async ({ app }) => {
  const tools = await open(app);
  await tools.source('harbour').click();
  await tools.choose('book');
  await tools.tryOut.getByLabel('ship').fill('Anna');
  await tools.call();
  await expect(tools.tryOut.getByRole('region', { name: 'Result' })).toBeVisible();
  await isAccessible(app, 'a tool');
  await tools.screen.getByRole('radio', { name: 'Resources' }).click();
  await tools.row('Rules').click();
  await isAccessible(app, 'a resource');
  await app.page.setViewportSize({ width: 700, height: 800 });
  await expect(tools.details).toBeInViewport({ ratio: 1 });
  await isAccessible(app, 'in a narrow window');
  await app.page.keyboard.press('Escape');
  await expect(tools.details).toBeHidden();
  await expect(tools.row('Rules')).toBeInViewport({ ratio: 1 });
  expect(await app.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(700);
});
