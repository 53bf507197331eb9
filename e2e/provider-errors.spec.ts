import { createServer } from 'node:net';
import type { FaultRule } from './servers/fault-server';
import { type App, expect, test } from './support/app';

/** One call, retried without waiting unless the server names a time. */
const oneCall = (errorHandling: string, provider = 'harbour') => `
default_model: ${provider}:small
tasks:
  ask: { description: A question., error_handling: ${errorHandling} }
`;
const atOnce = '{ backoff: none }';
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

test('429 with retry-after: the call waits as long as the server asks, and is made again', async ({ app, server }) => {
  server.on({ reply: 'An answer.' });
  server.on({ status: 429, retryAfter: '2', message: 'Slow down.', times: 1 });
  await app.openText(oneCall(atOnce), { id: 'harbour', baseUrl: `${server.url}/v1` });
  expect(await app.run()).toBe('completed');
  await expect(await app.output('ask')).toHaveText('An answer.');
  const [first, second, ...more] = server.requests;
  expect(more).toEqual([]);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2000);
  await expect((await app.eventsOf('task.retrying')).first()).toContainText(
    'Attempt 2 in 2.0 s: harbour accepts no more calls for now (429). It says: Slow down.',
  );
  await app.tab('Timeline');
  await expect(app.drawer.getByRole('tabpanel')).toContainText('2 attempts');
});

test('500 and 503: the call is made again, and the fault is told meanwhile', async ({ app, server }) => {
  server.on({ reply: 'An answer.' });
  server.on({ status: 503, times: 1, retryAfter: '60', match: 'A question' });
  server.on({ status: 500, times: 1 });
  await app.openText(oneCall(atOnce), { id: 'harbour', baseUrl: `${server.url}/v1` });
  await app.start();
  await app.isTask('ask', 'Retries');
  await expect((await app.output('ask')).getByText('harbour is overloaded (503).')).toBeVisible();
  await expect(await app.output('ask')).toContainText('Retries in 60 s.');
  const retrying = await app.eventsOf('task.retrying');
  await expect(retrying).toHaveCount(2);
  await expect(retrying.first()).toContainText('harbour could not answer (500).');
  expect(server.requests).toHaveLength(2);
  await app.cancelButton().click();
  expect(await app.isOver()).toBe('cancelled');
});

for (const cutCleanly of [false, true]) {
  const how = cutCleanly ? 'closed before its end' : 'torn down';
  test(`a stream that is ${how}: the call is made again, and only the whole answer counts`, async ({ app, server }) => {
    server.on({ reply: 'A whole answer.' });
    server.on({ chunks: ['Half ', 'of it'], cutAfterChunks: 1, cutCleanly, times: 1 });
    await app.openText(oneCall(atOnce), { id: 'harbour', baseUrl: `${server.url}/v1` });
    expect(await app.run()).toBe('completed');
    await expect(await app.output('ask')).toHaveText('A whole answer.');
    await expect((await app.eventsOf('task.retrying')).first()).toContainText('The answer of harbour was cut off.');
    expect(server.requests).toHaveLength(2);
  });
}

interface FinalFault {
  readonly rule: FaultRule;
  readonly message: string;
  readonly advice: string;
  /** Default: a policy that retries whatever may be retried. */
  readonly errorHandling?: string;
}

/** Permanent faults, by the id of a task that meets them. */
const finals: Readonly<Record<string, FinalFault>> = {
  bad_key: {
    rule: { status: 401, message: 'Incorrect key.' },
    message: 'harbour refused the key (401). It says: Incorrect key.',
    advice: 'Open Models and give a valid key for harbour.',
  },
  no_access: {
    rule: { status: 403 },
    message: 'harbour refused access (403).',
    advice: 'Check in Models that the key for harbour may use small.',
  },
  no_model: {
    rule: { status: 404, message: 'No such model.' },
    message: 'harbour does not know small (404). It says: No such model.',
    advice: 'Check the name of the model',
  },
  too_long: {
    rule: { status: 400, message: 'Maximum context length is 8192 tokens.', code: 'context_length_exceeded' },
    message: 'The prompt is too long for small (400). It says: Maximum context length is 8192 tokens.',
    advice: 'Give the task less context, or use a model with a larger window than small.',
  },
  no_credit: {
    rule: { status: 429, code: 'insufficient_quota', message: 'You exceeded your quota.' },
    message: 'The account at harbour has no credit left (429).',
    advice: 'Add credit at harbour',
  },
  refused_content: {
    rule: { status: 400, code: 'content_filter', message: 'Not this.' },
    message: 'harbour refused the content (400). It says: Not this.',
    advice: 'Change the prompt',
    errorHandling: atOnce,
  },
};

test('faults that would come back are told at once, with what to do, and not tried again', async ({ app, server }) => {
  const tasks = Object.entries(finals).map(([id, { rule, errorHandling = always }]) => {
    server.on({ ...rule, match: `Ask for ${id}` });
    return `  ${id}: { description: Ask for ${id}., error_handling: ${errorHandling} }`;
  });
  await app.openText(`default_model: harbour:small\ntasks:\n${tasks.join('\n')}\n`, {
    id: 'harbour',
    baseUrl: `${server.url}/v1`,
  });
  expect(await app.run()).toBe('failed');
  for (const [id, { message, advice }] of Object.entries(finals)) {
    const alert = (await app.output(id)).getByRole('alert');
    await expect(alert).toContainText(message);
    await expect(alert).toContainText(advice);
    expect(server.count(`Ask for ${id}`), id).toBe(1);
  }
});

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

test('retries end, and the last fault is told', async ({ app, server }) => {
  server.on({ status: 500, message: 'Out of order.' });
  await app.openText(oneCall('{ backoff: none, max_retries: 2 }'), { id: 'harbour', baseUrl: `${server.url}/v1` });
  await failsWith(app, 'harbour could not answer (500). It says: Out of order.', 'This is usually temporary.');
  expect(server.requests).toHaveLength(3);
});

test('a refused connection: says where nothing answers, and to start it', async ({ app }) => {
  const port = await closedPort();
  await app.openText(oneCall(never), { id: 'harbour', baseUrl: `http://127.0.0.1:${port}/v1` });
  await failsWith(app, `No answer from 127.0.0.1:${port}.`, 'Start harbour, and check its address in Models.');
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

test('a cancelled run lets go of the stream at once, and starts nothing more', async ({ app, server }) => {
  server.on({ chunks: ['The tide ', 'turns.'], holdAfterChunks: 1 });
  await app.openText(
    `
default_model: harbour:small
tasks:
  ask: { description: A question. }
  next: { description: The next one., depends_on: [ask] }
`,
    { id: 'harbour', baseUrl: `${server.url}/v1` },
  );
  await app.start();
  await expect(await app.output('ask')).toHaveText('The tide ');
  await app.cancelButton().click();
  expect(await app.isOver()).toBe('cancelled');
  await expect.poll(() => server.requests.map(({ aborted }) => aborted)).toEqual([true]);
  await app.isTask('ask', 'Cancelled');
  await expect(await app.output('ask')).toHaveText('Cancelled.');
  await app.isTask('next', 'Not run yet');
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
