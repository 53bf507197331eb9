import { type Makers, startMakers } from './servers/makers/server';
import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';
import { ExportDialog } from './support/export-dialog';

/** The address from which newer prices are fetched. */
const priceList = /prices.*data.*\.json/;

const workflow = `
name: Tide report
default_model: openai:gpt-7-nova
tasks:
  ask: { description: A question., options: { service_tier: flex } }
`;

let makers: Makers;
test.beforeEach(async ({ page }) => {
  makers = await startMakers({
    keys: { openai: 'sk-right' },
    newModels: [{ id: 'gpt-7-nova', like: 'gpt-6-luna', refuses: ['service_tier'] }],
  });
  await page.route('https://api.openai.com/**', async (route) => {
    const url = route.request().url().replace('https://api.openai.com/v1', makers.base.openai);
    const response = await route.fetch({ url });
    await route.fulfill({ response });
  });
});
test.afterEach(() => makers.close());

const details = (app: App) => app.models.getByRole('complementary', { name: 'Details' });
const table = (app: App) => app.models.getByRole('table');
const row = (app: App, model: string) =>
  table(app)
    .getByRole('row')
    .filter({ has: app.page.getByRole('rowheader', { name: model, exact: true }) });

const connection = (app: App) => details(app).getByRole('region', { name: 'Connection' });

test('a provider is asked for its list, and a model for a word, with what it cost', async ({ app }) => {
  await app.openText(workflow);
  await app.openModels();
  await app.giveKey('OpenAI', 'sk-wrong');
  await app.models.getByRole('button', { name: 'Get its list', exact: true }).click();
  await expect(app.provider('OpenAI')).toContainText('Key refused');
  await expect(app.models.getByRole('alert')).toContainText('Open Models and give a valid key');

  await app.giveKey('OpenAI', 'sk-right');
  await app.models.getByRole('button', { name: 'Get its list', exact: true }).click();
  await expect(app.provider('OpenAI')).toContainText('Connected');
  await expect(table(app)).toContainText('from its list of');
  await expect(row(app, 'gpt-7-nova')).toBeVisible();
  expect(makers.requests).toHaveLength(0);

  await row(app, 'gpt-6-luna').getByRole('button').click();
  await expect(connection(app).getByRole('status')).toHaveText(/^4 requests, at most 5,000 tokens, \$0\.\d+$/);
  makers.next('[tools:1]', { match: 'Emden', times: 2 });
  await connection(app).getByRole('button', { name: 'Test', exact: true }).click();
  await expect(connection(app)).toContainText('Key accepted, model is there');
  await expect(connection(app)).toContainText('Answers, streams');
  await expect(connection(app)).toContainText('Calls a tool, takes its thinking back');
  await expect(connection(app).getByRole('status')).toHaveText(/^4 requests, [\d,]+ tokens, .*\$/);
  expect(makers.requests.map(({ turn }) => turn)).toEqual([1, 1, 2]);
  expect(makers.refused()).toHaveLength(0);
  await isAccessible(app, 'the models');
});

test('what a refusal taught is listed with its date, and undone', async ({ app }) => {
  await app.openText(workflow);
  await app.openModels();
  await app.giveKey('OpenAI', 'sk-right');
  await app.closeDialog();
  expect(await app.run()).toBe('completed');
  expect(makers.refused()).toHaveLength(1);
  await app.openModels();
  await expect(table(app)).toContainText(/Learned \d+ \w+: refuses service_tier, which is left out/);
  await expect(details(app)).toContainText('Refused');
  await app.models.getByRole('button', { name: 'Undo: gpt-7-nova, service_tier' }).click();
  await expect(table(app)).not.toContainText('Learned');
  await app.closeDialog();
  expect(await app.runEverythingAgain()).toBe('completed');
  expect(makers.refused()).toHaveLength(2);
});

test('a price and a window entered here hold in the plan', async ({ app, page }) => {
  await app.openText(workflow);
  await app.topBar.getByRole('button', { name: 'Plan' }).click();
  await expect(page.getByText('The price of openai:gpt-7-nova is not known')).toBeVisible();
  await app.openModels();
  await expect(table(app)).toContainText('No price is known. Under a budget in USD a run asks before its first call.');
  await table(app).getByRole('button', { name: 'Enter prices' }).click();
  const form = details(app);
  await form.getByLabel('Input, $ per 1M', { exact: true }).fill('1000');
  await form.getByRole('button', { name: 'Save the facts' }).click();
  await expect(form).toContainText('Give both prices, 0 where nothing is charged.');
  await form.getByLabel('Output, $ per 1M').fill('2000');
  await form.getByLabel('Window, tokens').fill('64,000');
  await form.getByRole('button', { name: 'Save the facts' }).click();
  await expect(row(app, 'gpt-7-nova')).toContainText('1000.00');
  await expect(row(app, 'gpt-7-nova')).toContainText('64k');
  await expect(form).toContainText(/yours, \d+ \w+/);
  await app.models.getByRole('button', { name: 'Canvas' }).click();
  await expect(page.getByText('Ready to run')).toBeVisible();
  await expect(page.getByText('without openai:gpt-7-nova')).toBeHidden();
});

test('a model that ends is replaced wherever it is named', async ({ app, page }) => {
  await page.clock.setFixedTime(new Date('2026-11-22T12:00:00Z'));
  await app.openText(`
name: Ending
tasks:
  one: { description: One., model: "openai:gpt-5" }
  two: { description: Two., model: "openai:gpt-5" }
`);
  await app.openModels();
  await expect(table(app)).toContainText(/Ends 11 Dec 2026 → [\w.-]+/);
  await expect(table(app)).toContainText('19 days left.');
  await expect(table(app)).toContainText('In this workflow · 2 tasks');
  await expect(details(app)).toContainText('Used by 2 tasks');
  await table(app).getByRole('button', { name: 'Compare' }).click();
  await expect(details(app).getByRole('heading', { level: 2 })).toHaveText(/^gpt-(?!5$)/);
  await expect(details(app)).toContainText('What is known');
  await table(app).getByRole('button', { name: 'Replace in 2 tasks' }).click();
  await expect(row(app, 'gpt-5').getByRole('cell').last()).toHaveText('–');
  await app.closeDialog();
  await app.select('two');
  await expect(app.field('Model')).not.toHaveValue('openai:gpt-5');
  await page.keyboard.press('Control+z');
});

test('prices are refreshed and taken back; a broken list says so, and nothing is lost', async ({ app, page }) => {
  let body = '{ "broken": ';
  await page.route(priceList, (route) =>
    route.fulfill({ body, headers: { 'access-control-allow-origin': '*', 'content-type': 'application/json' } }),
  );
  await app.openText(workflow);
  await app.openModels();
  const prices = app.models.getByText(/^Prices of/);
  const shipped = (await prices.textContent()) ?? '';
  await app.models.getByRole('button', { name: 'Refresh' }).click();
  await expect(app.messages).toContainText('The earlier ones stay in use.');
  await expect(prices).toHaveText(shipped);
  body = JSON.stringify([
    {
      id: 'openai',
      name: 'OpenAI',
      api_pattern: 'https://api\\.openai\\.com',
      models: [{ id: 'gpt-7-nova', match: { equals: 'gpt-7-nova' }, prices: { input_mtok: 7, output_mtok: 70 } }],
    },
  ]);
  await app.models.getByRole('button', { name: 'Refresh' }).click();
  await expect(row(app, 'gpt-7-nova')).toContainText('70.00');
  await expect(details(app)).toContainText(/refreshed \d+ \w+/);
  await app.models.getByRole('button', { name: 'Back to shipped' }).click();
  await expect(prices).toHaveText(shipped);
  await expect(row(app, 'gpt-7-nova')).toContainText('?');
});

test('a list of 100,000 models is cut with a message, and the page stays quick', async ({ app, page }) => {
  const data = Array.from({ length: 100_000 }, (_, index) => ({ id: `model-${String(index).padStart(6, '0')}` }));
  await page.route('https://openrouter.ai/api/v1/models', (route) => route.fulfill({ json: { data } }));
  await app.openText(workflow);
  await app.openModels();
  await app.giveKey('OpenRouter', 'sk-1');
  await app.models.getByRole('button', { name: 'Get its list', exact: true }).click();
  await expect(app.provider('OpenRouter')).toContainText('10,000 models');
  await expect(table(app)).toContainText('which is longer than is read');
  await expect(table(app)).toContainText('And 9,800 more.');
  await app.models.getByRole('searchbox').fill('009999');
  await expect(row(app, 'model-009999')).toBeVisible();
  await expect(table(app)).not.toContainText('more. Filter');
});

test('headers of a provider are sent, with the secrets in them, and the model field offers what it lists', async ({
  app,
  server,
}) => {
  await app.openText(workflow, { id: 'harbour', baseUrl: `${server.url}/v1` });
  await app.openModels();
  const place = await app.chooseProvider('harbour');
  await place.getByRole('button', { name: 'Change' }).click();
  await details(app).getByRole('button', { name: 'Add a header' }).click();
  await details(app).getByLabel('Header', { exact: true }).fill('x-team');
  await details(app).getByLabel('Value', { exact: true }).fill('notes');
  await details(app).getByRole('button', { name: 'Change the provider' }).click();
  await expect(place).toContainText('1 header of yours');
  await app.closeDialog();
  await app.select('ask');
  const field = app.field('Model');
  await field.fill('openai:gpt-6');
  const offered = app.inspector.locator('datalist option[value="openai:gpt-6-luna"]');
  await expect(offered).toHaveCount(1);
  await field.fill('harbour:small');
  expect(await app.run()).toBe('completed');
  expect(server.requests[0]?.headers['x-team']).toBe('notes');
});

test('a header is sent with its secret filled in, which is kept nowhere else', async ({ app, page, server }) => {
  const secret = 'swordfish-4711';
  const filled = `Pass ${secret}`;
  await app.openText(workflow.replace('options: { service_tier: flex }', 'model: "harbour:small"'), {
    id: 'harbour',
    baseUrl: `${server.url}/v1`,
  });
  await app.topBar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await app.dialog.getByRole('button', { name: 'Add a secret' }).click();
  await app.dialog.getByLabel('Name of the secret').fill('PASS');
  await app.dialog.getByLabel('Value of PASS').fill(secret);
  await page.keyboard.press('Enter');
  await expect(app.dialog.getByRole('listitem').filter({ hasText: 'PASS' })).toContainText('Until the page is closed');
  await app.closeDialog();
  await app.openModels();
  await (await app.chooseProvider('harbour')).getByRole('button', { name: 'Change' }).click();
  await details(app).getByRole('button', { name: 'Add a header' }).click();
  await details(app).getByLabel('Header', { exact: true }).fill('x-pass');
  await details(app).getByLabel('Value', { exact: true }).fill('Pass {{secrets.PASS}}');
  await details(app).getByRole('button', { name: 'Change the provider' }).click();
  await app.closeDialog();
  expect(await app.run()).toBe('completed');
  expect(server.requests.map(({ headers }) => headers['x-pass'])).toEqual([filled]);

  const stored = JSON.stringify(await app.dump());
  expect(stored).toContain('Pass {{secrets.PASS}}');
  expect(stored).not.toContain(secret);
  const exported = new ExportDialog(app);
  await exported.open();
  expect(await exported.shows('harbour:small')).not.toContain(secret);
});
