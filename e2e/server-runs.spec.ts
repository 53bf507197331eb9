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
  const server = app.dialog
    .getByRole('list', { name: 'Servers for runs' })
    .getByRole('listitem')
    .filter({ hasText: name });
  // Until it is connected, Escape closes the form of the address only.
  await expect(server).toBeVisible();
  return server;
}

async function runAtLoom(app: App, name = 'Loom'): Promise<void> {
  await app.page.getByRole('button', { name: 'Other ways to run' }).click();
  await app.page.getByRole('menuitemradio', { name: `Run on ${name}` }).click();
  await app.runButton().click();
}

const card = (app: App) => app.page.getByRole('region', { name: 'Questions of the run' }).getByRole('group');

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
  await app.runLine.getByRole('button', { name: 'Resume' }).click();
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

test('a long name of a server leaves the words beside it whole: in the menu of a run, and on its task', async ({
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
  // The cost of a task is whole, whatever else has no room.
  await app.select('draft');
  const figures = app.node('draft').getByText(/tok ·/);
  expect(await figures.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
});
