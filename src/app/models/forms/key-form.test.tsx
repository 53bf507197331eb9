import { act, waitFor } from '@tests/support/dom';
import { watchDownloads } from '@tests/support/give-files';
import { ModelsOnPage, ownProvider, storesWithProviders } from '@tests/support/models-screen';
import { openPage, type Page } from '@tests/support/page';
import { type FaultServer, startFaultServer } from '@tests/support/servers';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openDialog } from '@/state/view/screens';
import type { Stores } from '@/storage/stores';

const key = 'sk-never-to-be-seen-0123456789';
const passphrase = 'correct horse battery staple';

const workflow = `
name: Keys
default_model: harbour:small
tasks:
  ask: { description: A question., error_handling: { max_retries: 0 } }
`;

let server: FaultServer;
beforeEach(async () => {
  server = await startFaultServer();
});
afterEach(() => server.close());

/** Stores with a provider that needs a key, and all that is written into them but its text. */
async function watchedStores(): Promise<readonly [stores: Stores, written: () => string]> {
  const stores = await storesWithProviders(ownProvider('harbour', server.url, { needsKey: true }));
  const spies = Object.values(stores).flatMap((store: object) =>
    Object.entries(store)
      .filter(([, method]) => typeof method === 'function')
      .map(([name]) => vi.spyOn(store as Record<string, () => unknown>, name)),
  );
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return [stores, () => JSON.stringify(spies.map(({ mock }) => mock.calls as unknown))];
}

/** All of the page that may contain a text, by location. */
async function traces(page: Page, written: () => string): Promise<Readonly<Record<string, string>>> {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
  return {
    document: document.documentElement.outerHTML,
    fields: fields.join(),
    local: JSON.stringify({ ...localStorage, ...sessionStorage }),
    address: location.href + document.cookie + document.title,
    stores: written(),
    events: JSON.stringify(await page.storedEvents()),
  };
}

it('a key is used and then found nowhere: not in the page, the stores, the events or an export', async () => {
  server.on({ status: 401, message: 'The key {key} is not valid.', times: 1 });
  const [storage, written] = await watchedStores();
  const page = await openPage(workflow, { storage });
  const models = new ModelsOnPage(page);
  await models.open();
  await models.giveKey('harbour', key);
  await models.leave();

  // A server that echoes the key must not bring it into the log.
  expect(await page.run()).toBe('failed');
  const output = await page.output('ask');
  await waitFor(() => expect(output).toHaveTextContent('It says: The key (key) is not valid.'));
  expect(await page.run()).toBe('completed');
  await page.output('ask', 'Prompt');
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${key}`, `Bearer ${key}`]);
  for (const [place, text] of Object.entries(await traces(page, written))) expect(text, place).not.toContain(key);

  const downloads = watchDownloads();
  await act(() => openDialog(page.stores.view, { name: 'export' }));
  await page.all.findByRole('region', { name: 'Preview' });
  await page.press('Download', page.dialog);
  await waitFor(() => expect(downloads).toHaveLength(1));
  expect(await downloads[0]?.blob.text()).not.toContain(key);

  // It was in memory only.
  await page.reload();
  await models.open();
  await waitFor(() => expect(models.provider('harbour')).toHaveTextContent('No key'));
});

it('an Anthropic key goes to its server only, in the header of the protocol', async () => {
  const storage = await storesWithProviders(
    ownProvider('harbour', server.url, { protocol: 'anthropic', needsKey: true }),
  );
  const page = await openPage(workflow, { storage });
  await page.app.keys.set('harbour', key);
  expect(await page.run()).toBe('completed');
  const [request] = server.requests;
  expect(request?.headers).toMatchObject({
    'x-api-key': key,
    'anthropic-version': '2023-06-01',
    'anthropic-dangerous-direct-browser-access': 'true',
  });
  expect(JSON.stringify(request?.body)).not.toContain(key);
});

it('a remembered key is stored encrypted, and opens with its passphrase only; forgotten, it is gone for good', async () => {
  const [storage, written] = await watchedStores();
  const page = await openPage(workflow, { storage });
  const models = new ModelsOnPage(page);
  await models.open();
  await models.giveKey('harbour', key, passphrase);
  for (const [place, text] of Object.entries(await traces(page, written))) {
    expect(text, place).not.toContain(key);
    expect(text, place).not.toContain(passphrase);
  }

  await models.leave();
  await page.reload();
  await page.press(/^Run/, page.topBar);
  await page.all.findByText(/The run waits for the key of harbour\./);
  await page.press('Enter the key');
  await page.all.findByRole('navigation', { name: 'Providers' });
  expect(models.provider('harbour')).toHaveTextContent('Key locked');
  const field = () => models.root.getByLabelText('Passphrase of the keys on this machine');
  await page.fill(field(), 'wrong horse');
  await page.press('Unlock', models.root);
  await models.root.findByText('This is not the passphrase.');
  expect(server.requests).toHaveLength(0);
  await page.fill(field(), passphrase);
  await page.press('Unlock', models.root);
  await waitFor(() => expect(models.provider('harbour')).toHaveTextContent('Key remembered'));
  await models.leave();
  expect(await page.isOver()).toBe('completed');
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);

  await models.open();
  await page.press('Forget', await models.choose('harbour'));
  await waitFor(() => expect(models.provider('harbour')).toHaveTextContent('No key'));
  await models.leave();
  await page.reload();
  await models.open();
  expect(models.provider('harbour')).toHaveTextContent('No key');
  expect(models.root.queryByLabelText('Passphrase of the keys on this machine')).toBeNull();
});

it('a window that is set keeps a call from being sent that would be more', async () => {
  const storage = await storesWithProviders(ownProvider('harbour', server.url));
  const prompt = `${'word '.repeat(300)}., limits: { max_output_tokens: 50 }`;
  const page = await openPage(workflow.replace('A question.', prompt), { storage });
  const models = new ModelsOnPage(page);
  const setWindow = async (tokens: string) => {
    await page.press(/^Windows/, await models.choose('harbour'));
    await page.fill(await models.details.findByLabelText('Tokens'), tokens);
    await page.press('Save the windows', models.details);
  };
  const isSet = async () => (await models.choose('harbour')).findByRole('button', { name: 'Windows: 1 set' });
  await models.open();
  await setWindow('8k');
  expect(await models.details.findByRole('alert')).toHaveTextContent('tokens are a whole number');
  await page.press('Cancel', models.details);
  await setWindow('200');
  await isSet();
  await models.leave();
  expect(await page.run()).toBe('failed');
  const output = await page.output('ask');
  await waitFor(() => expect(output).toHaveTextContent('of the window of small (200) may be used'));
  expect(server.requests).toHaveLength(0);

  await page.reload();
  await models.open();
  await setWindow('2,000');
  await isSet();
  await models.leave();
  expect(await page.run()).toBe('completed');
  expect(server.requests).toHaveLength(1);
});
