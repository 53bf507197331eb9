import { type Makers, startMakers } from './servers/makers/server';
import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';

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

// What the screen says and does is in src/app/models/models-screen.test.tsx.
test('a model that came out today is found and tried, and what its refusal taught is kept', async ({ app }) => {
  await app.openText(workflow);
  await app.openModels();
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

  await app.closeDialog();
  expect(await app.run()).toBe('completed');
  expect(makers.refused()).toHaveLength(1);
  await app.reload();
  await app.openModels();
  await expect(table(app)).toContainText(/Learned \d+ \w+: refuses service_tier, which is left out/);
});
