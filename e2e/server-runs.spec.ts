import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFaultServer } from './servers/fault-server';
import { type HeddleServer, startHeddleServer } from './servers/heddle-server';
import { type App, test as base, expect } from './support/app';
import { asking } from './support/asking';
import { Runs } from './support/runs';

/** The same without the question. */
const plain = asking
  .replace(/ {2}version:.*\n/, '')
  .replace(', depends_on: [version]', '')
  .replace('{{version.output.word}}', 'it');

/** A server at another origin than the page, which allows that of the page. */
const test = base.extend<{ loom: HeddleServer }>({
  loom: async ({ baseURL }, use) => {
    const server = await startHeddleServer('--allow-origin', new URL(baseURL ?? '').origin);
    await use(server);
    await server.kill();
  },
});

/** Connects the page to a server in the settings; returns the row of the server. */
async function connect(app: App, address: string, token?: string, name = 'Loom') {
  const { page } = app;
  await page.getByRole('button', { name: 'Other ways to run' }).click();
  await page.getByRole('menuitem', { name: 'Connect to a server' }).click();
  await app.dialog.getByRole('button', { name: 'Connect to a server' }).click();
  await app.dialog.getByLabel('Address').fill(address);
  await app.dialog.getByLabel('Name', { exact: true }).fill(name);
  if (token !== undefined) await app.dialog.getByLabel('Token').fill(token);
  await app.dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  return app.dialog.getByRole('list', { name: 'Servers for runs' }).getByRole('listitem').filter({ hasText: name });
}

async function runAtLoom(app: App, name = 'Loom'): Promise<void> {
  await app.page.getByRole('button', { name: 'Other ways to run' }).click();
  await app.page.getByRole('menuitem', { name: `Run on ${name}` }).click();
}

const card = (app: App) => app.page.getByRole('region', { name: 'Questions of the run' }).getByRole('group');

test('a server says what is wrong with address, origin, token and scope, and is removed', async ({ app, loom }) => {
  await app.openText(asking);
  const wrong = await connect(app, 'http://127.0.0.1:9');
  await expect(wrong).toContainText('does not answer at http://127.0.0.1:9');
  const change = async (fields: Readonly<Record<string, string>>) => {
    await wrong.getByRole('button', { name: 'Change Loom' }).click();
    for (const [label, value] of Object.entries(fields)) await wrong.getByLabel(label).fill(value);
    await wrong.getByRole('button', { name: 'Save' }).click();
  };
  const closed = await startHeddleServer();
  try {
    await change({ Address: closed.url });
    await expect(wrong).toContainText(`heddle serve --allow-origin ${new URL(app.page.url()).origin}`);
  } finally {
    await closed.kill();
  }
  await change({ Address: loom.url });
  await expect(wrong).toContainText('You can see runs, answer, pause and cancel them, start them.');
  const read = await loom.token('read');
  await wrong.getByRole('button', { name: 'Test Loom' }).click();
  await expect(wrong).toContainText('wants a token.');
  await change({ Token: 'heddle_wrong' });
  await expect(wrong).toContainText('does not know the token');
  await change({ Token: read });
  await expect(wrong).toContainText('You can see runs. To start the workflow of this page there');
  await app.closeDialog();
  await runAtLoom(app);
  await expect(app.page.getByText(/The token for Loom may not do this/)).toBeVisible();
  expect(JSON.stringify(await app.dump())).not.toContain(read);

  await app.page.getByRole('button', { name: 'Other ways to run' }).click();
  await app.page.getByRole('menuitem', { name: 'Run on Loom' }).waitFor();
  await app.page.keyboard.press('Escape');
  await app.page.keyboard.press('ControlOrMeta+k');
  await app.dialog.getByRole('combobox').fill('Servers for runs');
  await app.page.getByRole('option', { name: /Servers for runs/ }).click();
  await wrong.getByRole('button', { name: 'Remove Loom' }).click();
  await expect(wrong).toBeHidden();
});

test('a run at a server is taken here, goes on here, and is sent back', async ({ app, loom }) => {
  await app.openText(asking);
  await expect(await connect(app, loom.url, await loom.token('admin'))).toContainText('answers.');
  await app.closeDialog();
  await runAtLoom(app);
  const runs = new Runs(app);
  await expect(runs.header).toContainText('at Loom');
  await expect(card(app)).toContainText('Which version is it?');
  await runs.act('Delete');
  await expect(app.dialog).toContainText('It continues at Loom. To end it there, cancel it first.');
  await app.dialog.getByRole('button', { name: 'Cancel' }).click();
  await runs.act('Take here from Loom');
  await expect(runs.header).not.toContainText('at Loom');
  const [taken] = await app.runs();
  await expect.poll(async () => (await loom.api<{ status: string }>(`/runs/${taken?.id}`)).status).toBe('waiting');
  await app.topBar.getByRole('button', { name: 'Resume' }).click();
  await expect(card(app)).toContainText('Which version is it?');

  await runs.act('Send to Loom');
  await expect(runs.header).toContainText('at Loom');
  await expect(runs.header).toContainText('Run 2');
  await card(app).getByRole('textbox').fill('3.0');
  await card(app).getByRole('button', { name: 'Answer' }).click();
  await expect(await app.output('notes')).toContainText('3.0');
  await expect(app.runButton()).toBeVisible();
  // What was answered before is not asked again.
  const calls = (await app.storedEvents()).filter(({ kind }) => kind === 'model.replied');
  expect(calls).toHaveLength(2);
});

test('runs that others started there are listed, shown and compared, also when the server is away', async ({
  app,
  loom,
}) => {
  const start = async () =>
    loom.api<{ id: string }>('/runs', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'theirs', text: plain }),
    });
  const [first, second] = [await start(), await start()];
  for (const { id } of [first, second]) {
    await expect.poll(async () => (await loom.api<{ status: string }>(`/runs/${id}`)).status).toBe('completed');
  }
  await app.openText(asking);
  await connect(app, loom.url);
  await app.closeDialog();
  await app.page.getByRole('tab', { name: 'Runs' }).click();
  await app.page.getByText('Runs at Loom').click();
  const there = app.page.getByRole('list', { name: 'Runs at Loom' }).getByRole('listitem');
  await expect(there).toHaveCount(2);
  await there.nth(1).getByRole('button', { name: /^Show/ }).click();
  await there
    .nth(0)
    .getByRole('button', { name: /^Show Release/ })
    .click();
  const runs = new Runs(app);
  await runs.isShown('Run 2');
  await loom.kill();
  await runs.choose('Run 1');
  await expect(runs.header).toContainText('2 calls');
  await app.page.getByRole('tab', { name: 'Tasks' }).click();
  await expect(await app.output('notes')).toContainText('Here is what to know');
  await runs.open();
  await runs.choose('Run 2');
  await runs.act('Compare with run 1');
  await expect(app.page.getByRole('region', { name: 'Words', exact: true })).toBeVisible();
});

/** Two calls of a model that only the server reaches. */
const chain = `
name: Chain
default_model: openai:lab
tasks:
  first: { description: The first words. }
  second: { description: "Then {{first}}", depends_on: [first] }
`;

test('forks and parts run at the server, which is asked only for what changed, also after a reload', async ({
  app,
  baseURL,
}) => {
  const models = await startFaultServer();
  const keys = join(mkdtempSync(join(tmpdir(), 'heddle-keys-')), 'keys.env');
  writeFileSync(keys, `OPENAI_BASE_URL=${models.url}/v1\nOPENAI_API_KEY=key-of-loom\n`);
  const loom = await startHeddleServer('--allow-origin', new URL(baseURL ?? '').origin, '--env-file', keys);
  const runs = new Runs(app);
  const isAtLoom = async (name: string, calls: number) => {
    await expect(runs.header).toContainText(name);
    await expect(runs.header).toContainText('at Loom');
    expect(await app.isOver()).toBe('completed');
    expect(models.requests).toHaveLength(calls);
  };
  try {
    await app.openText(chain);
    await connect(app, loom.url);
    await app.closeDialog();
    await runAtLoom(app);
    await isAtLoom('Run 1', 2);
    await runs.changePrompt('second', 'After that {{first}}');
    await app.reload();
    await expect(app.runButton()).toHaveText(/Run on Loom.*1 kept, 1 asked/);
    await app.runButton().click();
    await isAtLoom('Run 2', 3);
    await runs.bar.getByRole('button', { name: 'Fork from the end, at Loom' }).click();
    await isAtLoom('Run 3', 3);
    await runs.act('Run again as it was at Loom, none kept');
    await isAtLoom('Run 4', 5);

    await app.page.getByRole('tab', { name: 'Tasks' }).click();
    await app.select('first');
    const ways = () => app.page.getByRole('button', { name: 'Other ways to run' }).click();
    const way = (name: string) => app.page.getByRole('menuitem', { name });
    await ways();
    await expect(way('Run this task')).toContainText('at Loom, 1 asked');
    await way('Run this task').click();
    await isAtLoom('Run 5', 6);
    await ways();
    await expect(way('Dry run')).toContainText('here, asks nobody');
    await way('Dry run').click();
    await expect(runs.header).toContainText('Run 6');
    expect(await app.isOver()).toBe('completed');
    await expect(runs.header).not.toContainText('at Loom');
    expect(models.requests).toHaveLength(6);
    await app.topBar.getByRole('button', { name: 'Plan' }).click();
    await expect(app.page.getByRole('region', { name: 'Providers' })).toContainText('The run uses those of Loom');
  } finally {
    await loom.kill();
    await models.close();
  }
});

test('a run of this browser is forked at a server: what it has is sent along, and not asked there', async ({
  app,
  loom,
}) => {
  await app.openText(asking);
  const runs = new Runs(app);
  await app.start();
  await expect(card(app)).toContainText('Which version is it?');
  await card(app).getByRole('textbox').fill('4.0');
  await card(app).getByRole('button', { name: 'Answer' }).click();
  expect(await app.isOver()).toBe('completed');
  await runs.changePrompt('notes', 'Short notes of {{version.output.word}}');
  await connect(app, loom.url);
  await app.closeDialog();
  await runAtLoom(app);
  await expect(runs.header).toContainText('Run 2');
  await expect(runs.header).toContainText('at Loom');
  expect(await app.isOver()).toBe('completed');
  await expect(runs.header).toContainText('1 call');
  await expect(runs.row('Run 2')).toContainText('Forked from run 1');
  // Back to this browser.
  await runs.changePrompt('notes', 'Notes again of {{version.output.word}}');
  await app.page.getByRole('button', { name: 'Other ways to run' }).click();
  await app.page.getByRole('menuitem', { name: /^Run here/ }).click();
  await expect(runs.header).toContainText('Run 3');
  expect(await app.isOver()).toBe('completed');
  await expect(runs.header).not.toContainText('at Loom');
  await expect(app.runButton()).toHaveText(/^Run(?! on)/);
});

test('a long name of a server leaves the words beside it whole: in the menu of a run, and below the drawer', async ({
  app,
  loom,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const name = 'The big machine in the cellar';
  await app.openText(plain);
  await connect(app, loom.url, undefined, name);
  await app.closeDialog();
  await runAtLoom(app, name);
  const runs = new Runs(app);
  await expect(runs.header).toContainText('Run 1');
  expect(await app.isOver()).toBe('completed');
  await runs.header.getByRole('button', { name: 'Actions of' }).click();
  for (const words of ['Run again as it was', 'Fork with the workflow as it is now']) {
    const shown = page.getByRole('menuitem', { name: words }).getByText(words, { exact: true });
    expect((await shown.boundingBox())?.height).toBeLessThan(20);
  }
  await page.keyboard.press('Escape');
  const when = runs.bar.getByText('as it ended');
  expect((await when.boundingBox())?.width).toBeGreaterThan(60);
  // The cost of a task is whole, whatever else has no room.
  await app.select('draft');
  const figures = app.node('draft').getByText(/tok ·/);
  expect(await figures.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
});

test('a run that is sent to a server shows that it starts, and another press does not start a second one', async ({
  app,
  loom,
  page,
}) => {
  await app.openText(plain);
  await connect(app, loom.url);
  await app.closeDialog();
  let goOn: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.context().route(`${loom.url}/runs`, async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await runAtLoom(app);
  const starting = app.topBar.getByRole('img', { name: 'Starting' });
  await expect(starting).toBeVisible();
  await runAtLoom(app);
  await app.canvas.focus();
  await page.keyboard.press('Control+Enter');
  await expect(starting).toBeVisible();
  goOn?.();
  await expect(new Runs(app).header).toContainText('at Loom');
  expect(await app.isOver()).toBe('completed');
  await expect(starting).toBeHidden();
  expect((await loom.api<{ runs: unknown[] }>('/runs')).runs).toHaveLength(1);
});
