import { act, waitFor, within } from '@tests/support/dom';
import { ModelsOnPage, ownProvider, storesWithProviders } from '@tests/support/models-screen';
import { openPage, type PageOptions } from '@tests/support/page';
import { type FaultServer, type Makers, startFaultServer, startMakers } from '@tests/support/servers';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openDialog, openModels } from '@/state/view/screens';
import ModelsScreen from './models-screen';

const workflow = `
name: Tide report
default_model: openai:gpt-7-nova
tasks:
  ask: { description: A question., options: { service_tier: flex } }
`;

let makers: Makers;
beforeEach(async () => {
  makers = await startMakers({
    keys: { openai: 'sk-right' },
    newModels: [{ id: 'gpt-7-nova', like: 'gpt-6-luna', refuses: ['service_tier'] }],
  });
});
afterEach(() => makers.close());

/** OpenAI is the server of the test. Other addresses are answered by `answer`. */
const network =
  (answer?: (url: string) => Response | undefined): typeof fetch =>
  async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const openai = 'https://api.openai.com/v1';
    if (url.startsWith(openai)) return fetch(url.replace(openai, makers.base.openai), init);
    const own = answer?.(url);
    if (own !== undefined) return own;
    if (url.startsWith('http://127.0.0.1')) return fetch(input, init);
    throw new TypeError(`Nobody answers at ${url}.`);
  };

const openAll = async (options: PageOptions = {}, text = workflow) => {
  const page = await openPage(text, { fetch: network(), ...options });
  return { page, models: new ModelsOnPage(page) };
};
/** The screen alone. */
const open = async (options: PageOptions = {}, text = workflow) => {
  const opened = await openAll({ only: <ModelsScreen />, ...options }, text);
  act(() => openModels(opened.page.stores.view));
  await opened.page.all.findByRole('navigation', { name: 'Providers' });
  return opened;
};

it('a provider is asked for its list, and a model for a word, with what it cost', async () => {
  const { page, models } = await open();
  await models.giveKey('OpenAI', 'sk-wrong');
  await models.getList();
  await waitFor(() => expect(models.provider('OpenAI')).toHaveTextContent('Key refused'));
  expect(models.root.getByRole('alert')).toHaveTextContent('Open Models and give a valid key');

  await models.giveKey('OpenAI', 'sk-right');
  await models.getList();
  await waitFor(() => expect(models.provider('OpenAI')).toHaveTextContent('Connected'));
  expect(models.table).toHaveTextContent('from its list of');
  models.row('gpt-7-nova');
  expect(makers.requests).toHaveLength(0);

  await page.user.click(within(models.row('gpt-6-luna')).getByRole('button'));
  const connection = () => models.details.getByRole('region', { name: 'Connection' });
  const spent = () => within(connection()).getByRole('status');
  await waitFor(() => expect(spent()).toHaveTextContent(/^4 requests, at most 5,000 tokens, \$0\.\d+$/));
  makers.next('[tools:1]', { match: 'Emden', times: 2 });
  await page.press('Test', within(connection()));
  await waitFor(() => expect(connection()).toHaveTextContent('Key accepted, model is there'));
  expect(connection()).toHaveTextContent('Answers, streams');
  expect(connection()).toHaveTextContent('Calls a tool, takes its thinking back');
  expect(spent()).toHaveTextContent(/^4 requests, [\d,]+ tokens, .*\$/);
  expect(makers.requests.map(({ turn }) => turn)).toEqual([1, 1, 2]);
  expect(makers.refused()).toHaveLength(0);
});

it('what a refusal taught is listed with its date, and undone', async () => {
  const { page, models } = await openAll();
  await models.open();
  await models.giveKey('OpenAI', 'sk-right');
  await models.leave();
  expect(await page.run()).toBe('completed');
  expect(makers.refused()).toHaveLength(1);
  await models.open();
  const learned = /Learned \d+ \w+: refuses service_tier, which is left out/;
  await waitFor(() => expect(models.table).toHaveTextContent(learned));
  await models.details.findByText('Refused');
  await page.press('Undo: gpt-7-nova, service_tier', models.root);
  await waitFor(() => expect(models.table).not.toHaveTextContent('Learned'));
  await models.leave();
  expect(await page.runEverythingAgain()).toBe('completed');
  expect(makers.refused()).toHaveLength(2);
});

it('a price and a window entered here hold in the plan', async () => {
  const { page, models } = await openAll();
  await page.press('Plan', page.topBar);
  await page.all.findByText(/The price of openai:gpt-7-nova is not known/);
  await models.open();
  const unpriced = 'No price is known. Under a budget in USD a run asks before its first call.';
  await waitFor(() => expect(models.table).toHaveTextContent(unpriced));
  await page.press('Enter prices', models.root);
  await page.fill(await models.details.findByLabelText('Input, $ per 1M'), '1000');
  await page.press('Save the facts', models.details);
  await models.details.findByText('Give both prices, 0 where nothing is charged.');
  await page.fill(models.details.getByLabelText('Output, $ per 1M'), '2000');
  await page.fill(models.details.getByLabelText('Window, tokens'), '64,000');
  await page.press('Save the facts', models.details);
  await waitFor(() => expect(models.row('gpt-7-nova')).toHaveTextContent('1000.00'));
  expect(models.row('gpt-7-nova')).toHaveTextContent('64k');
  await models.details.findAllByText(/yours, \d+ \w+/);
  await models.leave();
  await page.all.findByText('Ready to run');
  expect(page.all.queryByText(/without openai:gpt-7-nova/)).toBeNull();
});

it('a model that ends is replaced wherever it is named', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { page, models } = await open(
    {},
    `
name: Ending
tasks:
  one: { description: One., model: "openai:gpt-5" }
  two: { description: Two., model: "openai:gpt-5" }
`,
  );
  await waitFor(() => expect(models.table).toHaveTextContent(/Ends 11 December 2026 → [\w.-]+/));
  expect(models.table).toHaveTextContent('19 days left.');
  expect(models.table).toHaveTextContent('In this workflow · 2 tasks');
  await models.details.findByText(/^Used by/);
  expect(models.details.getByText(/^Used by/)).toHaveTextContent('Used by 2 tasks');
  await page.press(/^Compare/, within(models.table));
  await waitFor(() => expect(models.details.getByRole('heading', { level: 2 })).toHaveTextContent(/^gpt-(?!5$)/));
  await models.details.findByText(/^What is known/);
  await page.press('Replace in 2 tasks', within(models.table));
  // It is in no row of the workflow any more, and folded with those that end.
  await waitFor(() => expect(() => models.row('gpt-5')).toThrow());
  expect(() => models.row('davinci')).toThrow();
  await page.press(/^Ends within 90 days/, within(models.table));
  expect(within(models.row('gpt-5')).getAllByRole('cell').at(-1)).toHaveTextContent('–');
  await page.press(/^Ended/, within(models.table));
  expect(models.row('davinci')).toHaveTextContent('4 January 2024');
  await page.isNotSaved('openai:gpt-5"');
  await act(() => page.stores.document.actions.undo());
  expect((await page.isSaved('openai:gpt-5"')).match(/openai:gpt-5"/g)).toHaveLength(2);
});

it('prices are refreshed and taken back; a broken list says so, and nothing is lost', async () => {
  let body = '{ "broken": ';
  const headers = { 'content-type': 'application/json' };
  const prices = (url: string) => (/prices.*data.*\.json/.test(url) ? new Response(body, { headers }) : undefined);
  const { page, models } = await openAll({ fetch: network(prices) });
  await models.open();
  const stand = () => models.root.getByText(/^Prices of/).textContent;
  const shipped = stand();
  await page.press('Refresh', models.root);
  await page.all.findByText(/The earlier ones stay in use\./);
  expect(stand()).toBe(shipped);
  body = JSON.stringify([
    {
      id: 'openai',
      name: 'OpenAI',
      api_pattern: 'https://api\\.openai\\.com',
      models: [{ id: 'gpt-7-nova', match: { equals: 'gpt-7-nova' }, prices: { input_mtok: 7, output_mtok: 70 } }],
    },
  ]);
  await page.press('Refresh', models.root);
  await waitFor(() => expect(models.row('gpt-7-nova')).toHaveTextContent('70.00'));
  await models.details.findAllByText(/refreshed \d+ \w+/);
  await page.press('Back to shipped', models.root);
  await waitFor(() => expect(stand()).toBe(shipped));
  await waitFor(() => expect(models.row('gpt-7-nova')).toHaveTextContent('?'));
});

it('a list of 100,000 models is cut with a message', async () => {
  const data = Array.from({ length: 100_000 }, (_, index) => ({ id: `model-${String(index).padStart(6, '0')}` }));
  const list = (url: string) => (url === 'https://openrouter.ai/api/v1/models' ? Response.json({ data }) : undefined);
  const { page, models } = await open({ fetch: network(list) });
  await models.giveKey('OpenRouter', 'sk-1');
  await models.getList();
  await waitFor(() => expect(models.provider('OpenRouter')).toHaveTextContent('10,000 models'));
  expect(models.table).toHaveTextContent('which is longer than is read');
  expect(models.table).toHaveTextContent('And 9,800 more.');
  await page.fill(models.root.getByRole('searchbox'), '009999');
  await waitFor(() => models.row('model-009999'));
  expect(models.table).not.toHaveTextContent('more. Filter');
});

/** Adds a header to an own provider, in its form. */
async function addHeader({ page, models }: Awaited<ReturnType<typeof openAll>>, name: string, value: string) {
  await page.press('Change', await models.choose('harbour'));
  await page.press('Add a header', models.details);
  await page.fill(await models.details.findByLabelText('Header'), name);
  await page.fill(models.details.getByLabelText('Value'), value);
  await page.press('Change the provider', models.details);
  await (await models.choose('harbour')).findByText(/1 header of yours/);
}

it('a provider is added; its headers are sent, and the model field offers what it lists', async () => {
  const server = await startServer();
  const { page, models } = await openAll({}, workflow.replace('options:', 'model: "harbour:small", options:'));
  await models.open();
  await page.press('Add a provider', models.root);
  await page.fill(await models.details.findByLabelText('Id'), 'harbour');
  await page.press('Add the provider', models.details);
  await models.details.findByText(/^Give the address of the server/);
  await page.fill(models.details.getByLabelText('Base URL'), `${server.url}/v1`);
  await page.press('Add the provider', models.details);
  await waitFor(() => expect(models.provider('harbour')).toHaveAttribute('aria-current', 'true'));
  await addHeader({ page, models }, 'x-team', 'notes');
  await models.leave();
  await page.select('ask');
  await page.fill(page.field('Model'), 'openai:gpt-6');
  await page.inspector.findByRole('option', { name: /^openai:gpt-6-luna/ });
  await page.fill(page.field('Model'), 'harbour:small');
  expect(await page.run()).toBe('completed');
  expect(server.requests[0]?.headers['x-team']).toBe('notes');
});

it('an endpoint with a key is added in five actions', async () => {
  const server = await startServer();
  const { page, models } = await openAll({}, workflow);
  const actions = [
    () => models.open(),
    () => page.press('Add a provider', models.root),
    async () => page.fill(await models.details.findByLabelText('Base URL'), `${server.url}/v1`),
    () => page.fill(models.details.getByLabelText('Key'), 'k-1'),
    () => page.press('Add the provider', models.details),
  ];
  for (const action of actions) await action();
  await waitFor(() => expect(models.provider('local')).toHaveAttribute('aria-current', 'true'));
  // It was asked for its list at once.
  await waitFor(async () => expect((await page.app.models.connections())['local']).toBeDefined());
  expect(await page.app.keys.status()).toMatchObject({ local: 'in_memory' });
});

it('a header is sent with its secret filled in, which is kept nowhere else', async () => {
  const server = await startServer();
  const secret = 'swordfish-4711';
  const storage = await storesWithProviders(ownProvider('harbour', server.url));
  const put = vi.spyOn(storage.settings, 'put');
  const text = workflow.replace('options: { service_tier: flex }', 'model: "harbour:small"');
  const { page, models } = await openAll({ storage }, text);
  await act(() => openDialog(page.stores.view, { name: 'settings' }));
  await page.user.click(await page.all.findByRole('button', { name: 'Add a secret' }));
  await page.fill(await page.dialog.findByLabelText('Name of the secret'), 'PASS');
  await page.fill(await page.dialog.findByLabelText('Value of PASS'), secret);
  await page.user.keyboard('{Enter}');
  await page.dialog.findByText('Until the page is closed');
  await page.user.keyboard('{Escape}');
  await models.open();
  await addHeader({ page, models }, 'x-pass', 'Pass {{secrets.PASS}}');
  await models.leave();
  expect(await page.run()).toBe('completed');
  expect(server.requests.map(({ headers }) => headers['x-pass'])).toEqual([`Pass ${secret}`]);

  expect(JSON.stringify(put.mock.calls)).toContain('Pass {{secrets.PASS}}');
  const stored = [put.mock.calls, await page.storedEvents(), await page.runs(), await page.savedText(), localStorage];
  expect(JSON.stringify(stored)).not.toContain(secret);
  expect(document.documentElement.outerHTML).not.toContain(secret);
});

async function startServer(): Promise<FaultServer> {
  const server = await startFaultServer();
  onTestFinished(() => server.close());
  return server;
}
