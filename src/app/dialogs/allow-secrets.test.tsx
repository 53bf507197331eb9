import { act, waitFor, within } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { startToolServer, type ToolServer } from '@tests/support/servers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import SettingsDialog from './settings-dialog';

const secret = 'tide-table-4711';
let server: ToolServer;
beforeEach(async () => {
  server = await startToolServer();
});
afterEach(() => server.close());

const workflow = (url = server.url) => `
default_model: sim:fast
tools:
  echo: { description: Echoes, http: { url: "${url}/echo", headers: { authorization: "Bearer {{secrets.TIDES}}" } } }
tasks:
  ask: { type: tool, tool: echo, args: {} }
`;

async function openWithSecret(): Promise<Page> {
  const page = await openPage(workflow());
  await act(() => page.app.secrets.set('TIDES', secret));
  return page;
}
const pressRun = (page: Page) => page.press('Run', page.topBar);

it('a workflow from elsewhere sends a secret only after the person was asked, once', async () => {
  const page = await openWithSecret();
  await pressRun(page);
  const question = await page.opened();
  const uses = question.getByRole('list', { name: 'Secrets that are sent' });
  expect(uses).toHaveTextContent(`TIDES to ${server.url}, by the task ask (echo)`);
  await page.press('Cancel', question);
  await page.isClosed();
  expect([server.asked, await page.runs()]).toEqual([[], []]);

  await pressRun(page);
  await page.press('Allow and run', await page.opened());
  await waitFor(async () => expect(await page.runs()).toHaveLength(1));
  expect(await page.isOver()).toBe('completed');
  expect(server.asked).toMatchObject([{ headers: { authorization: `Bearer ${secret}` } }]);
  expect(await page.runEverythingAgain()).toBe('completed');
  expect(server.asked).toHaveLength(2);

  // The same text, opened once more, is another document.
  await act(() => page.app.workflows.text(workflow()));
  await pressRun(page);
  await page.press('Cancel', await page.opened());
  expect(server.asked).toHaveLength(2);
});

it('a dry run, which sends nothing, asks nobody', async () => {
  const page = await openWithSecret();
  await act(() => page.stores.services.documents.startDry(page.stores.document.getState().id));
  await waitFor(async () => expect(await page.runs()).toHaveLength(1));
  expect(await page.isOver()).toBe('completed');
  expect([server.asked, page.all.queryByRole('dialog')]).toEqual([[], null]);
});

it('workflows that were made here share what was allowed; settings list it, and take it back', async () => {
  const page = await openPage(undefined, { only: <SettingsDialog onClose={() => undefined} /> });
  const { grants } = page.stores.services;
  const use = { secret: 'TIDES', target: 'https://tides.example' };
  await act(() => page.app.workflows.blank());
  const first = page.stores.document.getState().id;
  await grants.allow(first, [use]);
  await act(() => page.app.workflows.blank());
  const second = page.stores.document.getState().id;
  expect(second).not.toBe(first);
  expect(await grants.isAllowedFor(second, [use])).toEqual([true]);
  await act(() => page.app.workflows.text(workflow('https://tides.example')));
  expect(await grants.isAllowedFor(page.stores.document.getState().id, [use])).toEqual([false]);

  const list = within(await page.all.findByRole('list', { name: 'Where secrets may be sent' }));
  await list.findByText('Allowed for workflows made here');
  await page.press('Allow', list);
  await waitFor(() => expect(list.getAllByText(/^Allowed for/)).toHaveLength(2));
  for (let left = 2; left > 0; left--) {
    await page.user.click((await list.findAllByRole('button', { name: 'Revoke' }))[0] as HTMLElement);
    await waitFor(async () => expect(await grants.list()).toHaveLength(left - 1));
  }
  expect(await grants.isAllowedFor(second, [use])).toEqual([false]);
});
