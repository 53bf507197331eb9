import { createServer } from 'node:net';
import { type App, expect, test } from './support/app';

/** One call, retried without waiting unless the server names a time. */
const oneCall = (errorHandling: string, provider = 'harbour') => `
default_model: ${provider}:small
tasks:
  ask: { description: A question., error_handling: ${errorHandling} }
`;
const never = '{ max_retries: 0 }';
const always = '{ on_error: retry, backoff: none }';

/** Asserts what the Output of the task says about the failure, and what to do. */
async function failsWith(app: App, message: string, advice: string): Promise<void> {
  expect(await app.run()).toBe('failed');
  await app.isTask('ask', 'Failed');
  await expect(app.node('ask')).toContainText(message);
  const alert = (await app.output('ask')).getByRole('alert');
  await expect(alert).toContainText(message);
  await expect(alert).toContainText(advice);
  await expect((await app.eventsOf('task.failed')).first()).toContainText(message);
}

// All other faults are in src/viewer/output/failures.test.tsx: only a browser keeps an answer from a page.
test('an answer without CORS headers: told at once, and not tried again', async ({ app, server, page }) => {
  server.on({ cors: false });
  await app.openText(oneCall(always), { id: 'harbour', baseUrl: `${server.url}/v1` });
  await failsWith(
    app,
    'harbour runs, but does not let this page use it (CORS).',
    `Set harbour up to allow requests from ${new URL(page.url()).origin}`,
  );
  expect((await app.storedEvents()).filter(({ kind }) => kind === 'task.retrying')).toEqual([]);
});

test('an Ollama that does not run, and one that does not allow the page, each with the command to type', async ({
  app,
  server,
  page,
}) => {
  server.on({ cors: false });
  const ollama = { id: 'my-ollama', baseUrl: `http://127.0.0.1:${await closedPort()}/v1` };
  await app.openText(oneCall(never, 'my-ollama'), ollama);
  await failsWith(app, 'No answer from 127.0.0.1', 'Start it with: ollama serve');
  await app.openModels();
  const place = await app.chooseProvider('my-ollama');
  await place.getByRole('button', { name: 'Change' }).click();
  await app.models.getByLabel('Base URL').fill(`${server.url}/v1`);
  await app.models.getByRole('button', { name: 'Change the provider' }).click();
  await expect(place).toContainText(server.url);
  await app.closeDialog();
  await failsWith(
    app,
    'my-ollama runs, but does not let this page use it (CORS).',
    `OLLAMA_ORIGINS=${new URL(page.url()).origin} ollama serve`,
  );
  expect(server.requests).toHaveLength(0);
});

/** A port of this machine on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('No port was given.');
  return address.port;
}
