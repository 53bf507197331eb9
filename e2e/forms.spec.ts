import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startToolServer, type ToolServer } from './servers/tool-server';
import { isAccessible } from './support/accessible';
import { App, expect, test } from './support/app';
import { startBrowser } from './support/killable-browser';

let tools: ToolServer;
test.beforeEach(async () => {
  tools = await startToolServer();
});
test.afterEach(() => tools.close());

const card = (page: Page) => page.getByRole('region', { name: 'Questions of the run' }).getByRole('group');

const asking = `
tasks:
  release:
    type: ask
    message: "Which <b>way</b>?"
    form:
      way: { type: choice, label: The way, options: [left, right], required: true }
      steps: { type: number, label: How many steps, default: 2 }
      sure: { type: boolean, label: Really }
      map: { type: file, label: A map }
      note: { label: A note }
  after:
    type: cond
    cases:
      - { test: "tasks.release.output.way == 'left'", task: { type: script, inputs: { went: { from: release.output } } } }
    else: { type: tool, tool: read_file, args: { path: "{{release.output.map}}" } }
    depends_on: [release]
`;

test('a form is filled in after a reload, checked, and decides what runs next', async ({ app, page }) => {
  await app.openText(asking);
  await app.start();
  await expect(card(page)).toContainText('Which <b>way</b>?');
  await app.reload();
  await expect(card(page)).toHaveCount(1);
  await isAccessible(app, 'a form');
  await card(page).getByRole('textbox', { name: 'How many steps' }).fill('few');
  await card(page).getByRole('button', { name: 'Answer' }).click();
  await expect(card(page)).toContainText('It is required.');
  await expect(card(page)).toContainText('This is not a number.');
  expect((await app.storedEvents()).filter(({ kind }) => kind === 'input.provided')).toEqual([]);

  await card(page).getByRole('textbox', { name: 'How many steps' }).fill('3');
  await card(page).getByRole('combobox', { name: 'The way' }).selectOption('left');
  await card(page).getByRole('checkbox', { name: 'Really' }).check();
  await card(page).getByRole('textbox', { name: 'A note' }).fill('by night');
  await card(page).getByRole('button', { name: 'Answer' }).click();
  expect(await app.isOver()).toBe('completed');
  const events = await app.storedEvents();
  expect(events.filter(({ kind }) => kind === 'input.requested')).toHaveLength(1);
  const answer = { way: 'left', steps: 3, sure: true, map: null, note: 'by night' };
  expect(JSON.parse(events.find(({ kind }) => kind === 'input.provided')?.result ?? '')).toEqual(answer);
  const went = events.find(({ kind, path }) => kind === 'task.completed' && path === 'task/after')?.result ?? '';
  expect(JSON.parse(went)).toEqual({ went: answer });
});

test('a file that is chosen in a form is stored with the workflow, for later tasks', async ({ app, page }) => {
  await app.openText(asking);
  await app.start();
  await card(page).getByRole('combobox', { name: 'The way' }).selectOption('right');
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('go right') };
  await card(page).getByLabel('A map').setInputFiles(file);
  await expect(card(page)).toContainText('plan.txt');
  await card(page).getByRole('button', { name: 'Answer' }).click();
  expect(await app.isOver()).toBe('completed');
  const events = await app.storedEvents();
  expect(events.find(({ kind, path }) => kind === 'task.completed' && path === 'task/after')?.result).toBe('go right');
});

test('a call is approved with other arguments after a reload, and refused with a reason', async ({ app, page }) => {
  await app.openText(`
default_model: sim:fast
tools:
  berth: { mcp: { url: "${tools.url}/mcp", tool: berth_of }, approve: true }
tasks:
  ask:
    description: Where is the Anna?
    tools: [berth]
    options: { tool_calls: [{ name: berth, arguments: { ship: Anna } }], reply: At seven. }
  direct: { type: tool, tool: berth, args: { ship: "Berta\\u202e" }, depends_on: [ask] }
`);
  await app.start();
  await expect(card(page)).toContainText('May “berth” be called with these arguments?');
  await app.reload();
  const ship = card(page).getByRole('textbox', { name: 'ship' });
  await expect(ship).toHaveValue('Anna');
  await isAccessible(app, 'a call to approve');
  await ship.fill('Clara');
  await card(page).getByRole('button', { name: 'Approve as changed' }).click();

  await expect(ship).toHaveValue('Berta\u202e');
  await expect(card(page)).toContainText('"Berta\\u202e"');
  const called = (await app.storedEvents()).filter(({ kind }) => kind === 'tool.called');
  expect(called.map(({ result }) => result)).toEqual([
    '[A person changed the arguments to {"ship":"Clara"}]\nClara lies at berth 7',
  ]);
  await card(page).getByRole('textbox', { name: 'Why it is refused' }).fill('Berta has left.');
  await card(page).getByRole('button', { name: 'Refuse' }).click();
  expect(await app.isOver()).toBe('failed');
  await expect(await app.output('direct')).toContainText('Berta has left.');
});

test('a form outlasts a browser that is killed, and an answer that was given is not asked for again', async ({
  baseURL,
}) => {
  test.setTimeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'heddle-form-'));
  let running = await startBrowser(folder);
  try {
    const first = new App(running.page);
    await first.page.goto(`${baseURL}/#/start`);
    await first.openFile('flow.yaml', asking);
    await first.isReady();
    await first.start();
    await expect(card(first.page)).toHaveCount(1);
    const address = first.page.url();
    await running.kill();

    running = await startBrowser(folder);
    const { page } = running;
    await page.goto(address);
    await card(page).getByRole('combobox', { name: 'The way' }).selectOption('left');
    await card(page).getByRole('button', { name: 'Answer' }).click();
    await expect(card(page)).toHaveCount(0);
    await running.kill();

    running = await startBrowser(folder);
    const last = new App(running.page);
    await last.page.goto(address);
    expect(await last.isOver()).toBe('completed');
    const events = await last.storedEvents();
    for (const kind of ['input.requested', 'input.provided']) {
      expect(events.filter((event) => event.kind === kind)).toHaveLength(1);
    }
  } finally {
    await running.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
