import { expect } from './support/app';
import { openWithMakers, test } from './support/makers';

const workflow = `
name: Tides
default_model: openai:gpt-6-astra
fallback_models: ["anthropic:claude-opus-5-5", "google:gemini-3.8-flash"]
tasks:
  ask: { description: "When does it ebb? [reply:At noon.]" }
  tell: { description: "Tell {{ask}} [reply:It ebbs at noon.]", depends_on: [ask] }
`;

test('a chain of three: the last answers, and plan, node, output, timeline and events say so, also after a reload', async ({
  app,
  makers,
}) => {
  makers.next('[503*9]', { maker: 'openai', times: 9 });
  makers.next('[404*9]', { maker: 'anthropic', times: 9 });
  await openWithMakers(app, makers, workflow);
  await app.topBar.getByRole('button', { name: 'Plan', exact: true }).click();
  const plan = app.page.getByRole('main', { name: 'Plan' });
  const chain = 'openai:gpt-6-astra, else anthropic:claude-opus-5-5, google:gemini-3.8-flash';
  await expect(plan.getByRole('row', { name: /^ask/ })).toContainText(chain);
  await plan.getByRole('button', { name: 'Canvas' }).click();
  expect(await app.run()).toBe('completed');
  expect(makers.requests.map(({ maker }) => maker)).toEqual(['openai', 'anthropic', 'google', 'openai', 'google']);

  for (const at of ['run', 'reload']) {
    if (at === 'reload') await app.reload();
    const answered = 'google:gemini-3.8-flash, in place of openai:gpt-6-astra';
    await expect(app.node('ask')).toContainText(`By ${answered}`);
    await expect(await app.output('ask')).toContainText('At noon.');
    await expect(app.drawer).toContainText(`by ${answered}`);
    await app.tab('Timeline');
    await expect(app.drawer.getByRole('button', { name: new RegExp(`^ask: done, .*by ${answered}$`) })).toBeVisible();
    await expect(await app.eventsOf('model.fell_back')).toHaveCount(4);
    await expect(app.drawer).toContainText('openai:gpt-6-astra is not used, as it is overloaded');
    await expect(app.drawer).toContainText('anthropic:claude-opus-5-5 is not used, as it is gone');
  }
});

test('the models to fall back to are written in the form, with those of the workflow as its default', async ({
  app,
  makers,
}) => {
  await openWithMakers(app, makers, workflow);
  await app.select('ask');
  const field = app.inspector.getByLabel('Fallback models');
  await expect(field).toHaveAttribute('placeholder', 'anthropic:claude-opus-5-5, google:gemini-3.8-flash');
  await field.fill('plain:test');
  await field.press('Enter');
  await expect(app.inspector.getByRole('button', { name: 'Remove plain:test' })).toBeVisible();
  await app.isSaved();
  makers.next('[503*9]', { maker: 'openai', times: 1 });
  expect(await app.run()).toBe('completed');
  expect(makers.requests.map(({ maker }) => maker)).toEqual(['openai', 'plain', 'openai']);
});

test('a refused content goes to the next model where that is chosen, and fails the task where it is not', async ({
  app,
  makers,
}) => {
  await openWithMakers(app, makers, workflow);
  await app.select('ask');
  const choice = app.inspector.getByRole('switch', { name: 'Fall back when the content is refused, too' });
  await expect(choice).not.toBeChecked();
  makers.next('[filter]', { maker: 'openai', times: 1 });
  expect(await app.run()).toBe('failed');
  await choice.click();
  await expect(choice).toBeChecked();
  await app.isSaved();
  makers.reset();
  makers.next('[filter]', { maker: 'openai', times: 1 });
  expect(await app.run()).toBe('completed');
  expect(makers.requests.map(({ maker }) => maker).slice(0, 2)).toEqual(['openai', 'anthropic']);
});
