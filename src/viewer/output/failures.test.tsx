import { waitFor, within } from '@tests/support/dom';
import { ownProvider, storesWithProviders } from '@tests/support/models-screen';
import { openPage, type Page } from '@tests/support/page';
import { type FaultRule, type FaultServer, startFaultServer } from '@tests/support/servers';
import { afterEach, beforeEach, expect, it } from 'vitest';

// What a person sees of a provider that fails. What a page may not read (CORS) is in e2e/provider-errors.spec.ts.

let server: FaultServer;
beforeEach(async () => {
  server = await startFaultServer();
});
afterEach(() => server.close());

const open = async (text: string, url = server.url) =>
  openPage(text, { storage: await storesWithProviders(ownProvider('harbour', url)) });
/** One call, retried without waiting unless the server names a time. */
const oneCall = (errorHandling: string) => `
default_model: harbour:small
tasks:
  ask: { description: A question., error_handling: ${errorHandling} }
`;
const atOnce = '{ backoff: none }';
const always = '{ on_error: retry, backoff: none }';

/** Waits until the open pane of the drawer says this. */
const says = (page: Page, words: string | RegExp) =>
  waitFor(() => expect(page.drawer.getByRole('tabpanel')).toHaveTextContent(words));
const isTask = (page: Page, label: string, word: string) =>
  waitFor(() => expect(within(page.row(label)).getAllByRole('img').at(-1)).toHaveAccessibleName(word));

it('429 with retry-after: the call waits as long as the server asks, and is made again', async () => {
  server.on({ reply: 'An answer.' });
  server.on({ status: 429, retryAfter: '1', message: 'Slow down.', times: 1 });
  const page = await open(oneCall(atOnce));
  expect(await page.run()).toBe('completed');
  expect(await page.output('ask')).toHaveTextContent('An answer.');
  const [first, second, ...more] = server.requests;
  expect(more).toEqual([]);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1000);
  await page.tab('Events');
  await says(page, 'Attempt 2 in 1.0 s: harbour accepts no more calls for now (429). It says: Slow down.');
  await page.tab('Timeline');
  await says(page, '2 attempts');
});

it('500 and 503: the call is made again, and the fault is told meanwhile', async () => {
  server.on({ reply: 'An answer.' });
  server.on({ status: 503, times: 1, retryAfter: '60', match: 'A question' });
  server.on({ status: 500, times: 1 });
  const page = await open(oneCall(atOnce));
  await page.press(/^Run/, page.topBar);
  await isTask(page, 'ask', 'Retries');
  const output = await page.output('ask');
  await waitFor(() => expect(output).toHaveTextContent('harbour is overloaded (503).'));
  expect(output).toHaveTextContent('Retries in 60 s.');
  await page.tab('Events');
  await says(page, 'harbour could not answer (500).');
  expect((await page.storedEvents()).filter(({ kind }) => kind === 'task.retrying')).toHaveLength(2);
  expect(server.requests).toHaveLength(2);
  await page.press('Cancel', page.topBar);
  expect(await page.isOver()).toBe('cancelled');
});

it.each([
  ['closed before its end', true],
  ['torn down', false],
])('a stream that is %s: the call is made again, and only the whole answer counts', async (_how, cutCleanly) => {
  server.on({ reply: 'A whole answer.' });
  server.on({ chunks: ['Half ', 'of it'], cutAfterChunks: 1, cutCleanly, times: 1 });
  const page = await open(oneCall(atOnce));
  expect(await page.run()).toBe('completed');
  expect(await page.output('ask')).toHaveTextContent(/^A whole answer\.$/);
  await page.tab('Events');
  await says(page, 'The answer of harbour was cut off.');
  expect(server.requests).toHaveLength(2);
});

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

it('faults that would come back are told at once, with what to do, and not tried again', async () => {
  const tasks = Object.entries(finals).map(([id, { rule, errorHandling = always }]) => {
    server.on({ ...rule, match: `Ask for ${id}` });
    return `  ${id}: { description: Ask for ${id}., error_handling: ${errorHandling} }`;
  });
  const page = await open(`default_model: harbour:small\ntasks:\n${tasks.join('\n')}\n`);
  expect(await page.run()).toBe('failed');
  for (const [id, { message, advice }] of Object.entries(finals)) {
    const alert = await within(await page.output(id)).findByRole('alert');
    expect(alert).toHaveTextContent(message);
    expect(alert).toHaveTextContent(advice);
    expect(server.count(`Ask for ${id}`), id).toBe(1);
  }
});

it('retries end, and the last fault is told', async () => {
  server.on({ status: 500, message: 'Out of order.' });
  const page = await open(oneCall('{ backoff: none, max_retries: 2 }'));
  expect(await page.run()).toBe('failed');
  await isTask(page, 'ask', 'Failed');
  expect(page.node('ask')).toHaveTextContent('harbour could not answer (500). It says: Out of order.');
  const alert = await within(await page.output('ask')).findByRole('alert');
  expect(alert).toHaveTextContent('harbour could not answer (500). It says: Out of order.');
  expect(alert).toHaveTextContent('This is usually temporary.');
  await page.tab('Events');
  await says(page, 'harbour could not answer (500). It says: Out of order.');
  expect(server.requests).toHaveLength(3);
});

it('a cancelled run lets go of the stream at once, and starts nothing more', async () => {
  server.on({ chunks: ['The tide ', 'turns.'], holdAfterChunks: 1 });
  const page = await open(`
default_model: harbour:small
tasks:
  ask: { description: A question. }
  next: { description: The next one., depends_on: [ask] }
`);
  await page.press(/^Run/, page.topBar);
  const output = await page.output('ask');
  await waitFor(() => expect(output).toHaveTextContent('The tide'));
  await page.press('Cancel', page.topBar);
  expect(await page.isOver()).toBe('cancelled');
  await waitFor(() => expect(server.requests.map(({ aborted }) => aborted)).toEqual([true]));
  await isTask(page, 'ask', 'Cancelled');
  const ended = await page.output('ask');
  await waitFor(() => expect(ended).toHaveTextContent(/^Cancelled\.$/));
  await isTask(page, 'next', 'Not run yet');
});
