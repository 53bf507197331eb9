import { act, waitFor, within } from '@tests/support/dom';
import { ownProvider, storesWithProviders } from '@tests/support/models-screen';
import { openPage, type Page } from '@tests/support/page';
import { type FaultServer, startFaultServer } from '@tests/support/servers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDialog } from '@/state/view/screens';
import { Dialogs } from '../dialogs/dialog-place';

const drafted = `Here it is:
\`\`\`xml
<task type="group"><subtasks>
  <task id="fetch"><description>Fetch the news</description></task>
  <task id="sum"><description>Sum up {{fetch}}</description></task>
</subtasks></task>
\`\`\``;
const sentence = 'Fetch the news and sum them up';
const news =
  'name: News\ndefault_model: harbour:small\ntasks:\n  fetch: { description: Fetch anything }\n  old: { description: Old }\n';

let server: FaultServer;
beforeEach(async () => {
  server = await startFaultServer();
});
afterEach(() => server.close());

const storage = () => storesWithProviders(ownProvider('harbour', server.url));
/** The dialog alone, over a workflow. */
const open = async (text = news) => {
  const page = await openPage(text, { storage: await storage(), only: <Dialogs /> });
  await act(() => openDialog(page.stores.view, { name: 'draft' }));
  await page.all.findByRole('dialog');
  return page;
};
const request = (page: Page) => page.dialog.getByLabelText('What should the workflow do?');
const send = async (page: Page): Promise<void> => {
  await page.fill(request(page), sentence);
  await page.press(/^Draft/, page.dialog);
};

it('a sentence becomes a workflow, shown as a difference, taken over as one step', async () => {
  server.on({ match: sentence, reply: drafted });
  const page = await openPage(news, { storage: await storage() });
  const ask = async () => {
    await page.press('More', page.topBar);
    await page.user.click(await page.all.findByRole('menuitem', { name: 'Draft with a model' }));
    await page.all.findByRole('dialog');
  };
  await page.all.findByRole('tree');
  await ask();
  expect(page.dialog.getByLabelText('Model')).toHaveValue('harbour:small');
  await send(page);
  const differences = within(await page.all.findByRole('region', { name: 'Differences' }));
  expect(await page.all.findByRole('region', { name: 'Draft' })).toHaveTextContent(sentence);
  const row = (id: string) => differences.getAllByRole('row').find((one) => one.textContent.includes(id));
  await waitFor(() => expect(row('sum')).toHaveTextContent('Added'));
  expect(row('old')).toHaveTextContent('Removed');
  // The prompt included the open workflow.
  expect(server.requests[0]?.prompt).toContain('Fetch anything');

  await page.press('Discard the draft');
  await waitFor(() => page.row('old'));
  expect(await page.savedText()).toBe(news);

  await ask();
  await page.fill(request(page), sentence);
  await page.user.keyboard('{Control>}{Enter}{/Control}');
  await page.user.click(await page.all.findByRole('button', { name: 'Use this draft' }));
  await waitFor(() => page.row('sum'));
  expect(await page.isSaved('Sum up')).not.toContain('old:');
  await page.press('Undo', page.topBar);
  await waitFor(() => page.row('old'));
  expect(await page.isNotSaved('Sum up')).toBe(news);
  // A draft is not a run.
  expect(await page.runs()).toEqual([]);
});

it('a draft is seen as it comes, and can be stopped', async () => {
  server.on({ match: sentence, chunks: ['<task id="fetch">', '</task>'], holdAfterChunks: 1 });
  const page = await open();
  await send(page);
  const writes = await page.dialog.findByRole('region', { name: 'What the model writes' });
  await waitFor(() => expect(writes).toHaveTextContent('<task id="fetch">'));
  await page.press('Stop', page.dialog);
  await waitFor(() => expect(server.requests[0]?.aborted).toBe(true));
  expect(request(page)).toHaveValue(sentence);
});

it('on the start page a draft is opened as a new workflow, and what fits already is offered', async () => {
  server.on({ match: sentence, reply: drafted });
  const page = await openPage(undefined, { storage: await storage() });
  await act(() => openDialog(page.stores.view, { name: 'draft' }));
  await page.all.findByRole('dialog');
  await page.fill(request(page), 'release notes of a change');
  const offers = within(await page.dialog.findByRole('region', { name: 'What already fits' }));
  expect(offers.getAllByRole('listitem')[0]).toHaveTextContent(/Release notes.*fits/);
  await page.fill(page.dialog.getByLabelText('Model'), 'harbour:small');
  await send(page);
  const shown = within(await page.dialog.findByRole('region', { name: 'Draft' }));
  // The graph is drawn before the text of it.
  expect(shown.getByRole('img', { name: 'The drafted workflow' })).toHaveTextContent(/fetch.*sum/);
  expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'fetchFetch the news',
    'sumSum up {{fetch}}',
  ]);
  await page.press('Open it', page.dialog);
  await waitFor(() => page.row('sum'));
});

it('what went wrong with a draft is told, and what to do', async () => {
  server.on({ reply: 'I would rather not.' });
  const page = await open();
  await send(page);
  expect(await page.dialog.findByRole('alert')).toHaveTextContent('There is no workflow in what the model wrote.');
  await page.fill(page.dialog.getByLabelText('Model'), 'nobody:x');
  await send(page);
  await waitFor(() => expect(page.dialog.getByRole('alert')).toHaveTextContent('“nobody:x” names no provider.'));
});

it('finds for a task what is there already and does the same, with its score', async () => {
  const page = await openPage(`
default_model: sim:fast
library:
  translator:
    description: Translates a text into another language
    criteria: translate text language
    task: { description: Translate it }
tasks:
  letter: { description: Translate this text into another language }
`);
  await page.select('letter');
  await page.user.keyboard('{Control>}k{/Control}');
  await page.fill(await page.all.findByRole('combobox', { name: 'Search everything' }), 'Find what fits this task');
  await page.user.click(await page.dialog.findByRole('option', { name: /^Find what fits this task/ }));
  const offers = within(await page.all.findByRole('region', { name: 'What already fits' }));
  expect(offers.getAllByRole('listitem')[0]).toHaveTextContent(/translator.*fits [01]\.\d\d of 1/);
  await page.user.click(offers.getAllByRole('button', { name: 'Call it' })[0] as HTMLElement);
  await page.isSaved('call_1:');
});
