import type { App } from './support/app';
import { expect, test } from './support/app';

const three = `
name: Three questions
default_model: harbour:small
tasks:
  one: { description: Question one. }
  two: { description: Question two. }
  three: { description: Question three. }
`;
const ask = (question: string) => `
name: ${question}
default_model: harbour:small
tasks:
  ask: { description: ${question} question. }
`;

/** Sets a limit of a provider on the screen of models. */
async function setLimit(app: App, field: string, value: string): Promise<void> {
  const place = await app.chooseProvider('harbour');
  await place.getByRole('button', { name: /^Limits/ }).click();
  await app.models.getByLabel(field).fill(value);
  await app.models.getByRole('button', { name: 'Save the limits' }).click();
}

// The form of the limits is in src/app/models/forms/limits-form.test.tsx.
test('tabs share the requests of a minute, also after a reload', async ({ app, server, context }) => {
  await app.openText(three);
  await app.openModels();
  await app.addProvider({ id: 'harbour', baseUrl: `${server.url}/v1` });
  await setLimit(app, 'Requests per minute', '4');
  await expect(await app.chooseProvider('harbour')).toContainText('Limits: 1 set');
  await app.closeDialog();
  await app.isSaved();
  const second = app.inTab(await context.newPage());
  await second.page.goto(app.page.url());
  await second.isReady();

  expect(await app.run()).toBe('completed');
  expect(server.requests).toHaveLength(3);
  await second.startEverythingAgain();
  await expect(second.runLine).toContainText(/2 wait for harbour’s limit, about \d+ s/);
  expect(server.requests).toHaveLength(4);

  // The run resumes, and knows what was sent.
  await second.reload();
  await expect(second.runLine).toContainText(/2 wait for harbour’s limit, about \d+ s/);
  expect(server.requests).toHaveLength(4);
});

test('a call waits for one of another tab, and is sent when that tab dies', async ({ app, server, context }) => {
  server.on({ match: 'First question', holdAfterChunks: 0 });
  await app.openText(ask('First'));
  await app.openModels();
  await app.addProvider({ id: 'harbour', baseUrl: `${server.url}/v1` });
  await setLimit(app, 'Calls at once', '1');
  await app.closeDialog();
  const second = app.inTab(await context.newPage());
  await second.openText(ask('Second'));

  await app.start();
  await expect.poll(() => server.count('First question')).toBe(1);
  await second.start();
  await expect(second.runLine).toContainText('1 waits for harbour’s limit');
  expect(server.count('Second question')).toBe(0);

  await app.page.close();
  await second.isTask('ask', 'Done');
  expect(server.count('Second question')).toBe(1);
});
