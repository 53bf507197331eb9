import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { act, waitFor, within } from '@tests/support/dom';
import type { Page } from '@tests/support/page';
import { openAtHarbour } from '@tests/support/page-runs';
import { expect, it, onTestFinished } from 'vitest';

/** A server that counts who calls it. */
async function startShop() {
  const seen: string[] = [];
  const server = createServer(({ method, url, headers }, response) => {
    response.setHeader('access-control-allow-headers', '*, authorization');
    if (method !== 'OPTIONS') seen.push([method, url, headers.authorization].filter(Boolean).join(' '));
    response.setHeader('access-control-allow-origin', '*');
    response.end('paid back');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const refunding = (shop: string) => `default_model: harbour:small
variables: { mail: About A-1 }
tools:
  refund: { http: { url: "${shop}/pay/{{id}}", method: POST }, description: "Pays an \\u202eorder back", parameters: { type: object, properties: { id: { type: string } } } }
  lookup: { http: { url: "${shop}/look" } }
tasks:
  pay: { type: tool, tool: refund, args: { id: A-1 } }
  say: { description: "Say {{mail}} {{pay}}", depends_on: [pay], tools: [] , tool_mode: exclusive }
tests:
  live: { tools: live, expect: [{ type: equals, task: pay, value: paid back }] }
  mocked: { mock: { tools: { refund: [{ output: mocked }] } } }
  silent: {}
`;

const listRows = (page: Page) =>
  [...page.all.getByRole('list', { name: 'Tests' }).children].map((row) => row.textContent);

it('no tool is performed before a person allowed just that, and what it gave is taken from then on', async () => {
  const shop = await startShop();
  const { page, server } = await openAtHarbour(refunding(shop.url));
  await page.user.click(await page.all.findByRole('tab', { name: 'Tests' }));
  const ask = /^Run what changed · 2 asked/;
  await page.press(ask);
  const dialog = await page.opened();
  expect([...dialog.getByRole('list', { name: 'What is performed' }).children].map((one) => one.textContent)).toEqual([
    `refundPOST ${shop.url}/pay/{{id}}Pays an \\u202eorder backin live`,
  ]);
  expect([shop.seen, server.requests.length]).toEqual([[], 0]);
  await page.press('Cancel', dialog);
  await page.isClosed();
  expect([shop.seen, server.requests.length]).toEqual([[], 0]);

  await page.press(ask);
  await page.press('Ask only 1 other case', await page.opened());
  await waitFor(() => expect(listRows(page)).toEqual(['livenot run', 'mockedpassed', 'silentheld']));
  await page.press(/^not run live/);
  within(await page.all.findByRole('region', { name: 'Case live' })).getByText(
    `It was not run: you did not allow what its tools: live performs, refund (POST ${shop.url}/pay/{{id}}).`,
  );
  expect([shop.seen, server.requests.length]).toEqual([[], 1]);

  await page.press(/^Run what changed · 1 asked/);
  await page.press('Perform for real', await page.opened());
  await waitFor(() => expect(listRows(page)).toContain('livepassed'));
  expect([shop.seen, server.requests.length]).toEqual([['POST /pay/A-1'], 2]);
  await page.press('Check again, asks nothing');
  await page.all.findByRole('button', { name: 'Nothing to ask' });
  expect(listRows(page)).toContain('livepassed');

  // Asked anew, its tool would be performed anew too.
  await page.press(/^passed live/);
  await page.press(/^Ask again/);
  await page.press('Cancel', await page.opened());
  await page.isClosed();
  expect([shop.seen.length, server.requests.length]).toEqual([1, 2]);
});

it('consent for another workflow, or for none, performs nothing: the worker itself sees to it', async () => {
  const shop = await startShop();
  const { page, server } = await openAtHarbour(refunding(shop.url));
  const { tests } = page.app;
  const { id, document } = page.stores.document.getState();
  const judged = new Map<string, string>();
  const askWith = async (allowed: readonly string[], isAnew: boolean) =>
    tests.ask(
      ...([id, document, { ids: ['live'], maxUsd: undefined, isAnew, allowed }] as const),
      (one) => void judged.set(one.id, `${one.verdict} ${one.notes.join(' ')}`),
      new AbortController().signal,
    );
  for (const allowed of [[], ['0'.repeat(64)]]) {
    for (const isAnew of [false, true]) {
      await askWith(allowed, isAnew);
      expect(judged.get('live')).toMatch(/^not run It was not run: you did not allow/);
    }
  }
  expect([shop.seen, server.requests.length]).toEqual([[], 0]);
});

it('a secret is sent only after a question of its own, which comes after consent and is asked once', async () => {
  const shop = await startShop();
  const flow = refunding(shop.url).replace(
    'method: POST }',
    'method: POST, headers: { authorization: "Bearer {{secrets.SHOP}}" } }',
  );
  const { page, server } = await openAtHarbour(flow);
  await act(() => page.app.secrets.set('SHOP', 'tide-4711'));
  await page.user.click(await page.all.findByRole('tab', { name: 'Tests' }));
  const ask = /^Run what changed · 2 asked/;
  const perform = async () => {
    await page.press(ask);
    await page.press('Perform for real', await page.opened());
    return page.opened();
  };
  const question = await perform();
  expect(question.getByRole('list', { name: 'Secrets that are sent' })).toHaveTextContent(
    `SHOP to ${shop.url}, by the task pay (refund)`,
  );
  await page.press('Cancel', question);
  await page.all.findByText('Nothing was run: you did not allow that its secrets are sent.');
  expect([shop.seen, server.requests.length]).toEqual([[], 0]);
  // Nor is it kept that the tools were allowed: both are asked again.
  await page.press('Allow and run', await perform());
  await waitFor(() => expect(listRows(page)).toContain('livepassed'));
  expect([shop.seen, server.requests.length]).toEqual([['POST /pay/A-1 Bearer tide-4711'], 2]);
});
