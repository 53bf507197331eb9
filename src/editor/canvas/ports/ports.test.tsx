import { act, waitFor } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { PageCanvas } from '@tests/support/page-canvas';
import { expect, it } from 'vitest';
import { selectEdge } from '@/state/view/canvas';

const workflow = `default_model: sim:echo
tasks:
  fetch: { description: Fetch the news }
  told: { description: "Tell {{fetch}}", depends_on: [fetch] }
  fold: { type: reduce, items: [1, 2], reduction_task: { description: "Add {{current_result}}" } }
  other: { description: Other }
layout:
  tasks:
    fetch: [0, 0]
    fold: [360, 0]
    other: [0, 200]
    told: [360, 400]
`;

async function open() {
  const page = await openPage(workflow);
  const canvas = new PageCanvas(page);
  await canvas.has(['fetch', 'fold', 'told']);
  return { page, canvas };
}

it('a wire into a reduce sets its list, chosen by keyboard; it is undone, done again, and there after a reload', async () => {
  const { page, canvas } = await open();
  const before = await page.savedText();
  const isThere = () => waitFor(() => expect(canvas.wire('fold runs after fetch, items')).not.toBeNull());
  await canvas.pressOn('fetch', 'c', 'ArrowRight');
  await canvas.says(/^fold, .*chooses a port/);
  await canvas.press('Shift+Enter');
  await waitFor(() => expect(page.all.getByRole('combobox', { name: 'Port of fold' })).toHaveFocus());
  await page.user.keyboard('items{Enter}');
  await isThere();
  await page.isSaved(/items: *\{ ?from: fetch ?\}|items:\n +from: fetch/);
  await canvas.press('Control+z');
  await expect.poll(() => page.savedText()).toBe(before);
  await canvas.press('Control+y');
  await isThere();
  await page.reload();
  await isThere();
});

it('a new input asks for its name, and says which names cannot be', async () => {
  const { page, canvas } = await open();
  await canvas.pressOn('other', 'c', 'ArrowRight');
  await canvas.says(/^told, /);
  await canvas.press('Shift+Enter');
  const name = await page.all.findByRole('combobox', { name: 'Port of told' });
  await page.user.clear(name);
  await page.user.type(name, '1 a');
  await page.all.findByRole('option', { name: /starts with a letter/ });
  await page.user.clear(name);
  await page.user.type(name, 'notes{Enter}');
  await waitFor(() => expect(canvas.wire('told runs after other, input notes')).not.toBeNull());
  expect(canvas.wire('told runs after fetch')).not.toBeNull();
  await canvas.press('Control+z');
  await page.isNotSaved('notes');
});

it('what a prompt reads is not cut with its edge: a message says where, and opens it', async () => {
  const { page, canvas } = await open();
  act(() => selectEdge(page.stores.view, { from: 'fetch', to: 'told', port: undefined }));
  await canvas.says('Edge selected: told runs after fetch');
  await canvas.press('Delete');
  await waitFor(() => expect(canvas.wire('told runs after fetch')).toBeNull());
  await (await page.told()).findByText(/“told” reads “fetch” in its prompt. It does not wait for it any more./);
  await page.press('Show', await page.told());
  await waitFor(() => expect(page.field('Prompt')).toHaveFocus());
  expect(page.field('Prompt')).toHaveValue('Tell {{fetch}}');
});
