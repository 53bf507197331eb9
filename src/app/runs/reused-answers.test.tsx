import { act, waitFor } from '@tests/support/dom';
import { ownProvider, storesWithProviders } from '@tests/support/models-screen';
import { openPage } from '@tests/support/page';
import { expect, it } from 'vitest';
import { openDialog } from '@/state/view/screens';
import { answering } from '@/worker/engine-host.testing';

it('what an earlier run was answered is not asked again: A, B, A asks two calls', async () => {
  const requests: Request[] = [];
  const asked = () => requests.filter(({ url }) => url.endsWith('/chat/completions')).length;
  const storage = await storesWithProviders(ownProvider('harbour', 'http://harbour.test'));
  const text = 'name: Back\ndefault_model: harbour:small\ntasks:\n  one: { description: Question A. }\n';
  const page = await openPage(text, { storage, fetch: answering(requests) });
  expect(await page.run()).toBe('completed');
  await page.select('one');
  await page.fill(page.field('Prompt'), 'Question B.');
  expect(await page.run()).toBe('completed');
  expect(asked()).toBe(2);
  await page.fill(page.field('Prompt'), 'Question A.');
  expect(await page.run()).toBe('completed');
  expect(asked()).toBe(2);
  await page.startEverythingAgain();
  expect(await page.isOver()).toBe('completed');
  expect(asked()).toBe(3);

  // How much is kept is told, and what is emptied answers nobody any more.
  await act(() => openDialog(page.stores.view, { name: 'clean-up' }));
  const dialog = await page.opened();
  const kept = (await dialog.findByText('Answers for other runs')).parentElement as HTMLElement;
  expect(kept).toHaveTextContent(/2, \d+ B/);
  await page.press('Empty', dialog);
  await waitFor(() => expect(dialog.queryByText('Answers for other runs')).toBeNull());
  await page.user.keyboard('{Escape}');
  await page.isClosed();
  await page.select('one');
  await page.fill(page.field('Prompt'), 'Question B.');
  expect(await page.run()).toBe('completed');
  expect(asked()).toBe(4);
});
