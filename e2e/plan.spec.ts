import type { Locator } from '@playwright/test';
import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';

const reviewed = `heddle: 1
name: Reviewed
default_model: sim:default
variables: { SUBJECT: looms }
agents:
  terse: { system: You are terse. }
max_concurrency: 2
tasks:
  left: { description: "Say what {{SUBJECT}} are", agent: terse }
  right: { description: Say what threads are }
  sum: { description: "Sum up {{left}}", depends_on: [left, right] }
  count: { type: script, script: { content: wc -c }, depends_on: [sum] }
`;

/** Opens the plan of the open workflow. */
async function openPlan(app: App): Promise<Locator> {
  await app.topBar.getByRole('button', { name: 'Plan', exact: true }).click();
  const plan = app.page.getByRole('main', { name: 'Plan' });
  await expect(plan.getByRole('heading', { level: 1 })).toHaveText('Plan');
  return plan;
}

/** A figure at the head of the plan. */
const figure = (plan: Locator, name: string) =>
  plan.locator('dl > div').filter({ has: plan.page().getByText(name, { exact: true }) });

test('shows waves, calls, tokens and cost, and what each call will be told', async ({ app }) => {
  await app.openText(reviewed);
  const plan = await openPlan(app);
  await expect(plan.getByRole('rowheader', { name: /^Wave/ })).toHaveText(['Wave 1 · at once', 'Wave 2', 'Wave 3']);
  await expect(figure(plan, 'Calls')).toContainText('3');
  await expect(figure(plan, 'Longest path')).toContainText('4 tasks in 3 waves');
  await expect(figure(plan, 'At most at once')).toContainText('2');
  await expect(figure(plan, 'Tokens')).toContainText(/\d/);
  await expect(plan).toContainText('Not counted: what is asked again after an error of the provider');
  await expect(plan.getByRole('row', { name: /^count/ })).toContainText('free');
  await plan.getByRole('button', { name: /^left/ }).click();
  await expect(plan).toContainText('Say what looms are');
  await expect(plan).toContainText('You are terse.');
  await plan.getByRole('button', { name: /^sum/ }).click();
  await expect(plan).toContainText('Sum up');
  await expect(plan.getByText('Ready to run')).toBeVisible();
});

test('says from the second run on what earlier runs took', async ({ app }) => {
  await app.openText(reviewed);
  expect(await app.run()).toBe('completed');
  expect(await app.runEverythingAgain()).toBe('completed');
  const plan = await openPlan(app);
  await expect(plan.getByRole('row', { name: /^left/ })).toContainText(/about \$0\.00, [\d.]+k? tok, .+; from 2 runs/);
  await expect(figure(plan, 'Expected')).toContainText(/about \$0\.00.*at most \$0\.00, [\d.]+k? tok, .+; from 2 runs/);
  await expect(plan.getByRole('button', { name: 'Run for about $0.00, at most $0.00' })).toBeVisible();
  await expect(plan.getByRole('row', { name: /^count/ })).not.toContainText('from 2 runs');
});

test('counts tokens by a real tokenizer', async ({ app }) => {
  const words = 'loom '.repeat(1000);
  await app.openText(
    `heddle: 1\nname: Long\ndefault_model: openai:gpt-4o-mini\ntasks:\n  long: { description: "${words}" }\n`,
  );
  const plan = await openPlan(app);
  const tokensIn = plan.getByRole('row', { name: /^long/ }).getByRole('cell').nth(3);
  // Five characters a word: with characters / 4 it would be 1.3k.
  await expect(tokensIn).toHaveText('1.0k');
});

test('says that a price is not known, and never $0', async ({ app }) => {
  await app.openText(reviewed.replace('sim:default', 'ollama:somebody/model-of-their-own'));
  const plan = await openPlan(app);
  await expect(figure(plan, 'Cost')).toContainText('not known');
  await expect(plan.getByText('The price of ollama:somebody/model-of-their-own is not known')).toBeVisible();
  await expect(plan.getByRole('row', { name: /^left/ })).toContainText('price not known');
  await expect(plan).not.toContainText('$0');
  await expect(plan.getByRole('button', { name: /^Run/ })).toHaveText('Run, cost not known');
});

test('lists what stands in the way, and leads to it', async ({ app }) => {
  await app.openText(reviewed.replace('{{left}}', '{{lef}}'));
  const plan = await openPlan(app);
  await expect(plan.getByText('The workflow cannot run yet')).toBeVisible();
  const checks = plan.getByRole('complementary', { name: 'Before you run' });
  await expect(checks.getByRole('heading')).toHaveText(/Problems that stop the run/);
  await expect(checks).toContainText('lef');
  await checks.getByRole('button', { name: 'Show sum' }).click();
  await expect(new Canvas(app).selected).toHaveText(['sum']);
});

test('runs from the plan', async ({ app, page }) => {
  await app.openText(reviewed);
  const plan = await openPlan(app);
  await plan.getByRole('button', { name: /^Run for at most/ }).click();
  await expect.poll(async () => (await app.runs()).at(-1)?.status, { timeout: 30_000 }).toBe('completed');
  await expect(page.getByRole('main', { name: 'Plan' }).or(app.canvas)).toBeVisible();
});

test('is an address, and goes back to the canvas', async ({ app, page }) => {
  await app.openText(reviewed);
  await openPlan(app);
  await expect(page).toHaveURL(/\/plan$/);
  await page.reload();
  const plan = page.getByRole('main', { name: 'Plan' });
  await expect(plan.getByRole('rowheader', { name: 'Wave 2' })).toBeVisible();
  await plan.getByRole('button', { name: 'Canvas' }).click();
  await expect(app.canvas).toBeVisible();
  await expect(page).not.toHaveURL(/\/plan$/);
});

test('Escape leaves the plan and the comparison', async ({ app, page }) => {
  await app.openText(reviewed);
  const plan = await openPlan(app);
  await page.keyboard.press('Escape');
  await expect(plan).toHaveCount(0);
  await app.topBar.getByRole('button', { name: 'Compare', exact: true }).click();
  const compare = page.getByRole('main', { name: 'Compare' });
  await expect(compare).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(compare).toHaveCount(0);
  await expect(app.canvas).toBeVisible();
});

test('says before the run whether the providers have keys, answer, and know the models', async ({
  app,
  page,
  server,
}) => {
  const list = { object: 'list', data: [{ id: 'ebb', object: 'model' }] };
  await page.route(`${server.url}/v1/models`, (route) => route.fulfill({ json: list }));
  await app.openText(
    'default_model: harbour:tide\ntasks:\n  a: { description: A }\n  b: { description: B, model: "openai:gpt-6-luna" }\n',
    { id: 'harbour', baseUrl: `${server.url}/v1` },
  );
  const plan = await openPlan(app);
  const providers = plan.getByRole('region', { name: 'Providers' });
  await expect(providers).toContainText('not asked yet');
  await expect(providers).toContainText('OpenAI: no key');
  await providers.getByRole('button', { name: 'Ask them' }).click();
  await expect(providers).toContainText('does not list tide');
  await isAccessible(app, 'the plan with what is known of providers');
  list.data.push({ id: 'tide', object: 'model' });
  await providers.getByRole('button', { name: 'Ask them' }).click();
  await expect(providers).toContainText('harbour: answers');
  await page.unroute(`${server.url}/v1/models`);
  await providers.getByRole('button', { name: 'Ask them' }).click();
  await expect(providers).toContainText('harbour: did not answer');
  await providers.getByRole('button', { name: 'Open Models' }).first().click();
  await expect(app.models).toBeVisible();
});
