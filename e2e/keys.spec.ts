import { type App, expect, test } from './support/app';
import { ExportDialog } from './support/export-dialog';

const key = 'sk-never-to-be-seen-0123456789';
const passphrase = 'correct horse battery staple';

const workflow = `
name: Keys
default_model: harbour:small
tasks:
  ask: { description: A question., error_handling: { max_retries: 0 } }
`;

/** Everything in the page and its storage that may contain a text, by location. */
async function traces(app: App): Promise<Readonly<Record<string, string>>> {
  const shown = await app.page.evaluate(() => ({
    document: document.documentElement.outerHTML,
    fields: Array.from(
      document.querySelectorAll('input, textarea'),
      (field) => (field as HTMLInputElement).value,
    ).join(),
    local: JSON.stringify({ ...localStorage }),
    session: JSON.stringify({ ...sessionStorage }),
    address: location.href + document.cookie + document.title,
  }));
  return { ...shown, database: JSON.stringify(await app.dump()) };
}

/** The text that Export downloads. */
async function exported(app: App): Promise<string> {
  const dialog = new ExportDialog(app);
  await dialog.open();
  return (await dialog.download()).text;
}

test('a key is used and then found nowhere: not in the page, the storage, the events or an export', async ({
  app,
  server,
}) => {
  server.on({ status: 401, message: 'The key {key} is not valid.', times: 1 });
  await app.openText(workflow);
  await app.openModels();
  await app.addProvider({ id: 'harbour', baseUrl: `${server.url}/v1`, needsKey: true });
  await app.giveKey('harbour', key);
  await app.closeDialog();

  // A server that echoes the key must not bring it into the log.
  expect(await app.run()).toBe('failed');
  await expect(await app.output('ask')).toContainText('It says: The key (key) is not valid.');
  expect(await app.run()).toBe('completed');
  await app.output('ask', 'Prompt');
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${key}`, `Bearer ${key}`]);

  for (const [place, text] of Object.entries(await traces(app))) expect(text, place).not.toContain(key);
  expect(await exported(app)).not.toContain(key);
  await app.openModels();
  for (const [place, text] of Object.entries(await traces(app))) expect(text, place).not.toContain(key);

  // It was in memory only.
  await app.closeDialog();
  await app.reload();
  await app.openModels();
  await expect(app.provider('harbour')).toContainText('No key');
});

test('an Anthropic key goes to its server only, in the header of the protocol', async ({ app, server }) => {
  await app.openText(workflow);
  await app.openModels();
  const provider = {
    id: 'harbour',
    baseUrl: `${server.url}/v1`,
    protocol: 'Anthropic messages',
    needsKey: true,
  } as const;
  await app.addProvider(provider);
  await app.giveKey('harbour', key);
  await app.closeDialog();
  expect(await app.run()).toBe('completed');
  const [request] = server.requests;
  expect(request?.headers).toMatchObject({
    'x-api-key': key,
    'anthropic-version': '2023-06-01',
    'anthropic-dangerous-direct-browser-access': 'true',
  });
  expect(JSON.stringify(request?.body)).not.toContain(key);
});

test('a window that is set keeps a call from being sent that would be more', async ({ app, server }) => {
  const prompt = `${'word '.repeat(300)}., limits: { max_output_tokens: 50 }`;
  await app.openText(workflow.replace('A question.', prompt));
  await app.openModels();
  await app.addProvider({ id: 'harbour', baseUrl: `${server.url}/v1` });
  const setWindow = async (tokens: string) => {
    const place = await app.chooseProvider('harbour');
    await place.getByRole('button', { name: /^Windows/ }).click();
    await app.models.getByLabel('Tokens').fill(tokens);
    await app.models.getByRole('button', { name: 'Save the windows' }).click();
    return place;
  };
  await setWindow('8k');
  await expect(app.models.getByRole('alert')).toContainText('tokens are a whole number');
  await app.models.getByRole('button', { name: 'Cancel' }).click();
  await expect(await setWindow('200')).toContainText('Windows: 1 set');
  await app.closeDialog();
  expect(await app.run()).toBe('failed');
  await expect(await app.output('ask')).toContainText('of the window of small (200) may be used');
  expect(server.requests).toHaveLength(0);

  await app.reload();
  await app.openModels();
  await expect(await setWindow('2,000')).toContainText('Windows: 1 set');
  await app.closeDialog();
  expect(await app.run()).toBe('completed');
  expect(server.requests).toHaveLength(1);
});

test('a remembered key is stored encrypted, and opens with its passphrase only', async ({ app, server }) => {
  await app.openText(workflow);
  await app.openModels();
  await app.addProvider({ id: 'harbour', baseUrl: `${server.url}/v1`, needsKey: true });
  await app.giveKey('harbour', key, passphrase);
  for (const [place, text] of Object.entries(await traces(app))) {
    expect(text, place).not.toContain(key);
    expect(text, place).not.toContain(passphrase);
  }

  await app.closeDialog();
  await app.reload();
  await app.start();
  await expect(app.page.getByText('The run waits for the key of harbour.')).toBeVisible();
  await app.page.getByRole('button', { name: 'Enter the key' }).click();
  await expect(app.provider('harbour')).toContainText('Key locked');
  const field = app.models.getByLabel('Passphrase of the keys on this machine');
  await field.fill('wrong horse');
  await app.models.getByRole('button', { name: 'Unlock' }).click();
  await expect(app.models.getByText('This is not the passphrase.')).toBeVisible();
  expect(server.requests).toHaveLength(0);
  await field.fill(passphrase);
  await app.models.getByRole('button', { name: 'Unlock' }).click();
  await expect(app.provider('harbour')).toContainText('Key remembered');
  await app.closeDialog();
  expect(await app.isOver()).toBe('completed');
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);

  await test.step('forgotten, it is gone for good', async () => {
    await app.openModels();
    await (await app.chooseProvider('harbour')).getByRole('button', { name: 'Forget' }).click();
    await expect(app.provider('harbour')).toContainText('No key');
    await app.closeDialog();
    await app.reload();
    await app.openModels();
    await expect(app.provider('harbour')).toContainText('No key');
    await expect(app.models.getByLabel('Passphrase of the keys on this machine')).toBeHidden();
  });
});
