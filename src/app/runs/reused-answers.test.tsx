import { ownProvider, storesWithProviders } from '@tests/support/models-screen';
import { openPage } from '@tests/support/page';
import { expect, it } from 'vitest';
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
});
