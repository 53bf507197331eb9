import { waitFor } from '@tests/support/dom';
import { ModelsOnPage, ownProvider, storesWithProviders } from '@tests/support/models-screen';
import { openPage } from '@tests/support/page';
import { expect, it, onTestFinished, vi } from 'vitest';
import { answering } from '@/worker/engine-host.testing';

const three = `
name: Three questions
default_model: harbour:small
tasks:
  one: { description: Question one. }
  two: { description: Question two. }
  three: { description: Question three. }
`;

// That tabs share what they may send, also after a reload, is in tests/limits-of-tabs.test.ts and e2e/limits.spec.ts.
it('a limit is entered, and a run says what waits for it, and goes on when it is raised', async () => {
  const requests: Request[] = [];
  const asked = () => requests.filter(({ url }) => url.endsWith('/chat/completions'));
  const storage = await storesWithProviders(ownProvider('harbour', 'http://harbour.test'));
  const page = await openPage(three, { storage, fetch: answering(requests) });
  const models = new ModelsOnPage(page);
  const setLimit = async (value: string) => {
    await page.press(/^Limits/, await models.choose('harbour'));
    await page.fill(await models.details.findByLabelText('Requests per minute'), value);
    await page.press('Save the limits', models.details);
  };
  await models.open();
  await setLimit('4.5');
  await models.details.findByText(/^Write a whole number of at least 1, such as 60/);
  await page.fill(models.details.getByLabelText('Requests per minute'), '4');
  await page.press('Save the limits', models.details);
  await (await models.choose('harbour')).findByRole('button', { name: 'Limits: 1 set' });
  await models.leave();
  // The minute of the limit does not pass, however slow the machine: a call leaves its window after 60 seconds.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await page.run()).toBe('completed');
  expect(asked()).toHaveLength(3);

  vi.setSystemTime(Date.now() + 1000);
  await page.startEverythingAgain();
  const line = await page.runLine();
  await line.findByText(/2 wait for harbour’s limit, about \d+ s/);
  expect(asked()).toHaveLength(4);

  await models.open();
  await setLimit('100');
  await models.leave();
  expect(await page.isOver()).toBe('completed');
  expect(asked()).toHaveLength(6);
  await waitFor(() => expect(line.queryByText(/limit/)).toBeNull());
});
