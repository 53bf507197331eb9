import { act, waitFor } from '@tests/support/dom';
import { ModelsOnPage } from '@tests/support/models-screen';
import { openPage } from '@tests/support/page';
import { expect, it } from 'vitest';
import { openDialog } from '@/state/view/screens';

const text = 'heddle: 1\nname: Notes\ntasks:\n  one: { description: Say one }\n';

it('Escape asks before a dialog with something typed closes, and stays by Escape', async () => {
  const page = await openPage(text);
  const draft = () => page.all.queryByRole('dialog', { name: 'Draft with a model' });
  act(() => openDialog(page.stores.view, { name: 'draft' }));
  const field = await page.all.findByLabelText('What should the workflow do?');
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(draft()).toBeNull());

  act(() => openDialog(page.stores.view, { name: 'draft' }));
  await page.user.type(await page.all.findByLabelText('What should the workflow do?'), 'Sort my mail');
  await page.user.keyboard('{Escape}');
  const question = () => page.all.queryByRole('dialog', { name: 'Leave without saving?' });
  await waitFor(() => expect(question()).not.toBeNull());
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(question()).toBeNull());
  expect(page.all.getByLabelText('What should the workflow do?')).toHaveValue('Sort my mail');
  await page.user.keyboard('{Escape}');
  await page.press('Leave');
  await waitFor(() => expect(draft()).toBeNull());
  expect(field.isConnected).toBe(false);
});

it('Escape leaves a field of a page first, and asks before the page goes with what was typed', async () => {
  const page = await openPage(text);
  const models = new ModelsOnPage(page);
  await models.open();
  const key = (await models.choose('OpenAI')).getByLabelText(/^Key of OpenAI/);
  await page.user.type(key, 'sk-1');
  await page.user.keyboard('{Escape}');
  expect(key).not.toHaveFocus();
  await page.user.keyboard('{Escape}');
  await page.press('Stay');
  await waitFor(() => expect(page.all.queryByRole('dialog')).toBeNull());
  expect(key).toHaveValue('sk-1');
  await page.user.clear(key);
  await page.user.keyboard('{Escape}{Escape}');
  await waitFor(() => expect(page.all.queryByRole('main', { name: 'Models' })).toBeNull());
});
