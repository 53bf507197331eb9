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

// The form of a key, and what comes of it, is in src/app/models/forms/key-form.test.tsx.
test('a remembered key is stored encrypted, opens with its passphrase only, and is found nowhere once it was used', async ({
  app,
  server,
}) => {
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
  await expect(app.runLine.getByText('The run waits for the key of harbour.')).toBeVisible();
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

  await app.output('ask', 'Prompt');
  for (const [place, text] of Object.entries(await traces(app))) expect(text, place).not.toContain(key);
  expect(await exported(app)).not.toContain(key);
});
