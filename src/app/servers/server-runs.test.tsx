import { address, network, origin } from '@tests/serve/connected-page';
import { type ServedHere, serveHere } from '@tests/serve/served';
import { waitFor, within } from '@tests/support/dom';
import type { Page } from '@tests/support/page';
import { openWithScripts, type RunsOnPage } from '@tests/support/page-runs';
import { asking } from '@tests/support/servers';
import { expect, it } from 'vitest';

/** The same without the question. */
const plain = asking
  .replace(/ {2}version:.*\n/, '')
  .replace(', depends_on: [version]', '')
  .replace('{{version.output.word}}', 'it');

interface AtLoom {
  readonly page: Page;
  readonly runs: RunsOnPage;
  readonly net: ReturnType<typeof network>;
  readonly served: ServedHere;
}

/** Opens a page and a server that allows it; connects them, unless the test does. */
async function openBesideLoom(text: string, served: () => ServedHere, hold = async () => {}): Promise<AtLoom> {
  const net = network(served);
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (init?.method === 'POST' && new URL(String(input)).pathname.endsWith('/runs')) await hold();
    return net.fetch(input as string, init);
  };
  const { page, runs } = await openWithScripts(text, { fetch, origin });
  return { page, runs, net, served: served() };
}

async function openAtLoom(text: string, hold?: () => Promise<void>): Promise<AtLoom> {
  const served = serveHere({}, { origins: [origin] });
  const opened = await openBesideLoom(text, () => served, hold);
  await opened.page.app.servers.save({ name: 'Loom', address });
  return opened;
}

async function runAtLoom({ page, runs }: Pick<AtLoom, 'page' | 'runs'>): Promise<void> {
  await runs.runAt(/^Run on Loom/);
  await page.press('Run', page.topBar);
}

async function answer({ page }: Pick<AtLoom, 'page'>, word: string): Promise<void> {
  const question = within(await page.all.findByRole('region', { name: 'Questions of the run' }));
  await question.findByText('Which version is it?');
  await page.fill(question.getByRole('textbox'), word);
  await page.press(/^Answer/, question);
}

it('a server says what is wrong with address, origin, token and scope, and is removed', async () => {
  const [closed, loom] = [serveHere({}), serveHere({}, { origins: [origin] })];
  let served = closed;
  const { page, runs } = await openBesideLoom(asking, () => served);
  await runs.otherWay(/^Connect to a server/);
  const dialog = await page.opened();
  await page.user.click(await dialog.findByRole('button', { name: 'Connect to a server' }));
  await page.fill(dialog.getByLabelText('Address'), 'http://127.0.0.1:9');
  await page.fill(dialog.getByLabelText('Name'), 'Loom');
  await page.press('Connect', dialog);
  const row = () =>
    within(dialog.getByRole('list', { name: 'Servers for runs' })).getAllByRole('listitem')[0] as HTMLElement;
  const says = (text: string) => waitFor(() => expect(row()).toHaveTextContent(text));
  const change = async (fields: Readonly<Record<string, string>>) => {
    await page.press('Change Loom', within(row()));
    for (const [label, value] of Object.entries(fields)) await page.fill(within(row()).getByLabelText(label), value);
    await page.press('Save', within(row()));
  };
  await says('does not answer at http://127.0.0.1:9');
  await change({ Address: address });
  await says(`heddle serve --allow-origin ${origin}`);
  served = loom;
  await page.press('Test Loom', within(row()));
  await says('You can see runs, answer, pause and cancel them, start them.');
  const read = loom.token(['read']);
  await page.press('Test Loom', within(row()));
  await says('wants a token.');
  await change({ Token: 'heddle_wrong' });
  await says('does not know the token');
  await change({ Token: read });
  await says('You can see runs. To start the workflow of this page there');
  await page.user.keyboard('{Escape}');
  await page.isClosed();
  await runAtLoom({ page, runs });
  await page.all.findByText(/The token for Loom may not do this/);

  await runs.key('{Control>}k{/Control}');
  await page.fill(await (await page.opened()).findByRole('combobox'), 'Servers for runs');
  await page.user.click(await page.all.findByRole('option', { name: /Servers for runs/ }));
  await page.user.click(await page.all.findByRole('button', { name: 'Remove Loom' }));
  await waitFor(() => expect(page.all.queryByRole('button', { name: 'Remove Loom' })).toBeNull());
});

it('a run at a server is taken here, goes on here, and is sent back', async () => {
  const opened = await openAtLoom(asking);
  const { page, runs } = opened;
  await runAtLoom(opened);
  await page.all.findByRole('region', { name: 'Questions of the run' });
  await waitFor(() => expect(runs.headerElement).toHaveTextContent('at Loom'));
  await runs.act('Delete');
  const dialog = await page.opened();
  await dialog.findByText(/It continues at Loom\. To end it there, cancel it first\./);
  await page.press('Cancel', dialog);
  await page.isClosed();
  await runs.act('Take here');
  await waitFor(() => expect(runs.headerElement).not.toHaveTextContent('at Loom'));
  await page.user.click(await (await page.runLine()).findByRole('button', { name: 'Resume' }));
  await page.all.findByRole('region', { name: 'Questions of the run' });

  await runs.act('Send to Loom');
  await waitFor(() => expect(runs.headerElement).toHaveTextContent('at Loom'));
  expect(runs.headerElement).toHaveTextContent('Run 2');
  await answer(opened, '3.0');
  expect(await runs.isOver()).toBe('completed');
  const output = await runs.output('notes');
  await waitFor(() => expect(output).toHaveTextContent('3.0'));
  // What was answered before is not asked again.
  const calls = (await page.storedEvents()).filter(({ kind }) => kind === 'model.replied');
  expect(calls).toHaveLength(2);
});

it('runs that others started there are listed, shown and compared, also when the server is away', async () => {
  const opened = await openAtLoom(asking);
  const { page, runs, served, net } = opened;
  const theirs = async () => {
    const started = await served.call('POST', '/api/v1/runs', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'theirs', text: plain }),
    });
    const status = async () => (await served.call('GET', `/api/v1/runs/${started.json.id}`)).json.status;
    await expect.poll(status).toBe('completed');
  };
  await theirs();
  await theirs();
  await runs.panel('Runs');
  await page.user.click(await page.all.findByText('Runs at Loom'));
  const list = within(await page.all.findByRole('list', { name: 'Runs at Loom' }));
  const there = (n: number) => within(list.getAllByRole('listitem')[n] as HTMLElement);
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  await page.press(/^Show/, there(1));
  await runs.hasRuns(1);
  await page.user.click(await there(0).findByRole('button', { name: /^Show Release/ }));
  await runs.isShown('Run 2');
  net.down();
  await runs.choose('Run 1');
  await waitFor(() => expect(runs.headerElement).toHaveTextContent('2 calls'));
  await runs.panel('Tasks');
  const output = await runs.output('notes');
  await waitFor(() => expect(output).toHaveTextContent('Here is what to know'));
  await runs.open();
  await runs.choose('Run 2');
  await runs.act('Compare with run 1');
  await page.all.findByRole('region', { name: 'Words' });
});

it('forks and parts run at the server, which is asked only for what changed, also after a reload', async () => {
  const opened = await openAtLoom(`
name: Chain
default_model: sim:echo
tasks:
  first: { description: The first words. }
  second: { description: "Then {{first}}", depends_on: [first] }
`);
  const { page, runs } = opened;
  /** Waits for a run at the server that made these calls itself. */
  const isAtLoom = async (name: string, calls: string) => {
    await waitFor(() => expect(runs.headerElement).toHaveTextContent(`${name} at Loom`));
    expect(await runs.isOver()).toBe('completed');
    await waitFor(() => expect(runs.headerElement).toHaveTextContent(new RegExp(`(?<!\\d)${calls}`)));
  };
  await runAtLoom(opened);
  await isAtLoom('Run 1', '2 calls');
  await runs.open();
  await runs.changePrompt('second', 'After that {{first}}');
  await page.reload();
  await waitFor(() => expect(runs.runButton).toHaveAccessibleDescription(/^On Loom: 1 of 2 changed/));
  await page.user.click(runs.runButton);
  await isAtLoom('Run 2', '1 call');
  await page.user.click(await runs.bar.findByRole('button', { name: /^Fork from the end, at Loom/ }));
  await isAtLoom('Run 3', '0 calls');
  await runs.act('Run again as it was');
  await isAtLoom('Run 4', '2 calls');

  await runs.panel('Tasks');
  await page.select('first');
  await page.press('Other ways to run');
  const way = (name: RegExp) => page.all.getByRole('menuitem', { name });
  await waitFor(() => expect(way(/^Run this task/)).toHaveTextContent('at Loom, 1 to run'));
  await page.user.click(way(/^Run this task/));
  await isAtLoom('Run 5', '1 call');
  await page.press('Other ways to run');
  await waitFor(() => expect(way(/^Dry run/)).toHaveTextContent('here, asks nobody'));
  await page.user.click(way(/^Dry run/));
  await waitFor(() => expect(runs.headerElement).toHaveTextContent('Dry run 1'));
  expect(await runs.isOver()).toBe('completed');
  expect(runs.headerElement).not.toHaveTextContent('at Loom');
  // The keys are those of the server, too.
  await page.fill(page.field('Model'), 'openai:lab');
  await page.isSaved('model: openai:lab');
  await page.press('Plan', page.topBar);
  await waitFor(() => expect(page.all.getByLabelText('Providers')).toHaveTextContent('The run uses those of Loom'));
});

it('a run of this browser is forked at a server: what it has is sent along, and not asked there', async () => {
  const opened = await openAtLoom(asking);
  const { page, runs } = opened;
  await runs.start();
  await answer(opened, '4.0');
  expect(await runs.isOver()).toBe('completed');
  await runs.open();
  await runs.changePrompt('notes', 'Short notes of {{version.output.word}}');
  await runAtLoom(opened);
  await waitFor(() => expect(runs.headerElement).toHaveTextContent('Run 2 at Loom'));
  expect(await runs.isOver()).toBe('completed');
  await waitFor(() => expect(runs.headerElement).toHaveTextContent('1 call'));
  expect(runs.row('Run 2')).toHaveTextContent('Forked from run 1');
  // Back to this browser.
  await runs.changePrompt('notes', 'Notes again of {{version.output.word}}');
  await runs.runAt(/^Run here/);
  await waitFor(() => expect(runs.headerElement).toHaveTextContent('next here'));
  await runs.hasRuns(2);
  expect(runs.runButton).not.toHaveAccessibleDescription(/Loom/);
  await runs.start();
  await waitFor(() => expect(runs.headerElement).toHaveTextContent('Run 3'));
  expect(await runs.isOver()).toBe('completed');
  expect(runs.headerElement).not.toHaveTextContent('at Loom');
  await page.savedText();
});

it('a run that is sent to a server shows that it starts, and another press does not start a second one', async () => {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const opened = await openAtLoom(plain, () => held);
  const { page, runs, served } = opened;
  await runAtLoom(opened);
  await page.topBar.findByRole('img', { name: 'Starting' });
  await page.press('Starting Run', page.topBar);
  await runs.key('{Control>}{Enter}{/Control}');
  page.topBar.getByRole('img', { name: 'Starting' });
  goOn();
  await waitFor(() => expect(runs.headerElement).toHaveTextContent('at Loom'));
  expect(await runs.isOver()).toBe('completed');
  expect(page.topBar.queryByRole('img', { name: 'Starting' })).toBeNull();
  expect((await served.call('GET', '/api/v1/runs')).json.runs).toHaveLength(1);
});
