import { waitFor, within } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { expect, it } from 'vitest';

const text = 'heddle: 1\nname: Mail\ndefault_model: sim:default\ntasks:\n  sort: { description: Sort }\n';

async function openSort() {
  const page = await openPage(text);
  await page.select('sort');
  return page;
}
const field = (page: Page) => page.inspector.getByRole('combobox', { name: 'Model' });
const offers = async (page: Page) => within(await page.inspector.findByRole('listbox', { name: 'Models' }));
const namesOf = async (page: Page) =>
  (await offers(page)).getAllByRole('option').map((option) => option.textContent ?? '');

it('a model is picked from a list with prices: the workflow’s first, ended ones last', async () => {
  const page = await openSort();
  await page.user.click(field(page));
  await (await offers(page)).findByText('Without a key');
  const names = await namesOf(page);
  expect(names[0]).toMatch(/^sim:default/);
  expect(names.at(-1)).toMatch(/Ended \d+ \w+ \d{4}$/);
  expect(names.some((name) => /^openai:gpt-6\S*\$[\d.]+ in, \$[\d.]+ out$/.test(name))).toBe(true);
  await page.fill(field(page), 'haiku-5');
  await page.user.click((await offers(page)).getByRole('option', { name: /^anthropic:claude-haiku-5-5/ }));
  await page.isSaved('model: anthropic:claude-haiku-5-5');
  expect(page.inspector.queryByRole('listbox', { name: 'Models' })).toBeNull();
});

it('the arrows choose, Enter takes, Escape closes; any other text stays', async () => {
  const page = await openSort();
  await page.user.click(field(page));
  await offers(page);
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(field(page)).toHaveAttribute('aria-expanded', 'false'));
  expect(field(page)).toHaveFocus();
  await page.user.keyboard('gpt-6-l');
  await offers(page);
  await page.user.keyboard('{Enter}');
  await page.isSaved('model: openai:gpt-6-luna');
  await page.user.clear(field(page));
  await page.user.keyboard('lab:mine{Tab}');
  await page.isSaved('model: lab:mine');
});

it('says whether the provider has its key, and leads to where it is entered', async () => {
  const page = await openSort();
  // The model of the workflow is used while the field is empty.
  await page.inspector.findByText('Needs no key');
  await page.fill(field(page), 'openai:gpt-6-luna');
  await page.inspector.findByRole('button', { name: 'Add the key for OpenAI' });
  await page.app.keys.set('openai', 'sk-1');
  await page.user.click(field(page));
  await page.inspector.findByText('Key ready');
  await page.app.keys.forget('openai');
  field(page).blur();
  await page.user.click(field(page));
  await page.user.click(await page.inspector.findByRole('button', { name: 'Add the key for OpenAI' }));
  await page.all.findByRole('main', { name: 'Models' });
});
