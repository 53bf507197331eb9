import { waitFor, within } from '@tests/support/dom';
import { storesWithProviders } from '@tests/support/models-screen';
import { openPage } from '@tests/support/page';
import { providersAt } from '@tests/support/page-makers';
import { type Makers, startMakers } from '@tests/support/servers';
import { afterEach, beforeEach, expect, it } from 'vitest';

const workflow = `
name: Tides
default_model: openai:gpt-6-astra
fallback_models: ["anthropic:claude-opus-5-5", "google:gemini-3.8-flash"]
tasks:
  ask: { description: "When does it ebb? [reply:At noon.]" }
  tell: { description: "Tell {{ask}} [reply:It ebbs at noon.]", depends_on: [ask] }
`;

let makers: Makers;
beforeEach(async () => {
  makers = await startMakers();
});
afterEach(() => makers.close());

const open = async (text = workflow) => openPage(text, { storage: await storesWithProviders(...providersAt(makers)) });
const asked = () => makers.requests.map(({ maker }) => maker);

it('a chain of three: the last answers; plan, output, timeline and events say so, also after a reload', async () => {
  makers.next('[503*9]', { maker: 'openai', times: 9 });
  makers.next('[404*9]', { maker: 'anthropic', times: 9 });
  const page = await open();
  await page.press('Plan', page.topBar);
  const chain = 'openai:gpt-6-astra, else anthropic:claude-opus-5-5, google:gemini-3.8-flash';
  expect(await page.all.findByRole('row', { name: /^ask/ })).toHaveTextContent(chain);
  await page.press('Canvas', within(page.all.getByRole('main', { name: 'Plan' })));
  expect(await page.run()).toBe('completed');
  expect(asked()).toEqual(['openai', 'anthropic', 'google', 'openai', 'google']);

  for (const at of ['run', 'reload']) {
    if (at === 'reload') await page.reload();
    const answered = 'google:gemini-3.8-flash, in place of openai:gpt-6-astra';
    await waitFor(() => expect(page.node('ask')).toHaveTextContent(`By ${answered}`));
    expect(await page.output('ask')).toHaveTextContent('At noon.');
    const pane = () => page.drawer.getByRole('tabpanel');
    await waitFor(() => expect(pane()).toHaveTextContent(`by ${answered}`));
    await page.tab('Timeline');
    await page.drawer.findByRole('button', { name: new RegExp(`^ask: done, .*by ${answered}$`) });
    await page.tab('Events');
    await waitFor(() => expect(pane()).toHaveTextContent('openai:gpt-6-astra is not used, as it is overloaded'));
    expect(pane()).toHaveTextContent('anthropic:claude-opus-5-5 is not used, as it is gone');
    expect((await page.storedEvents()).filter(({ kind }) => kind === 'model.fell_back')).toHaveLength(4);
  }
});

it('the models to fall back to are written in the form, with those of the workflow as its default', async () => {
  const page = await open();
  await page.select('ask');
  await page.unfold();
  const field = page.field('Fallback models');
  expect(field).toHaveAttribute('placeholder', 'anthropic:claude-opus-5-5, google:gemini-3.8-flash');
  await page.fill(field, 'plain:test');
  await page.user.keyboard('{Enter}');
  await page.inspector.findByRole('button', { name: 'Remove plain:test' });
  makers.next('[503*9]', { maker: 'openai', times: 1 });
  expect(await page.run()).toBe('completed');
  expect(asked()).toEqual(['openai', 'plain', 'openai']);
});

it('a refused content goes to the next model where that is chosen, and fails the task where it is not', async () => {
  const page = await open();
  await page.select('ask');
  await page.unfold();
  const choice = () => page.inspector.getByRole('switch', { name: 'Fall back when the content is refused, too' });
  expect(choice()).not.toBeChecked();
  makers.next('[filter]', { maker: 'openai', times: 1 });
  expect(await page.run()).toBe('failed');
  await page.user.click(choice());
  await waitFor(() => expect(choice()).toBeChecked());
  makers.reset();
  makers.next('[filter]', { maker: 'openai', times: 1 });
  expect(await page.run()).toBe('completed');
  expect(asked().slice(0, 2)).toEqual(['openai', 'anthropic']);
});
