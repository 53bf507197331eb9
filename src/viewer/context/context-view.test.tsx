import { waitFor, within } from '@tests/support/dom';
import type { Page } from '@tests/support/page';
import { takeDownload } from '@tests/support/page-files';
import { openAtHarbour, openWithScripts, type RunsOnPage } from '@tests/support/page-runs';
import { expect, it } from 'vitest';

const told = `
name: Told
default_model: harbour:small
tasks:
  tide: { description: Ask about the tide, limits: { max_output_tokens: 50 } }
  cargo: { description: Ask about the cargo, limits: { max_output_tokens: 50 } }
  report:
    description: Write the report
    depends_on: [tide]
    limits: { max_output_tokens: 50 }
    loop: { type: repeat, count: 2 }
max_concurrency: 1
`;
const tide = 'The tide is high at seven, and Émile waits. '.repeat(6).trim();
const cargo = 'The cargo is rope. '.repeat(6).trim();

/** What the calls were told, as a screen. */
const view = (page: Page) => within(page.all.getByRole('main', { name: 'What calls were sent' }));
const callElement = (page: Page) => view(page).getByLabelText('Call');
const call = (page: Page) => within(callElement(page));
const side = (page: Page) => within(view(page).getByRole('complementary', { name: 'Not included' }));
const leftOut = (page: Page, id: string) => {
  const items = side(page).getAllByRole('listitem');
  const item = items.find(({ textContent }) => textContent?.includes(id));
  if (item === undefined) throw new Error(`“${id}” is not left out.`);
  return item;
};

/** Opens what the newest call of a task was told, from its output. */
async function openTold({ page, runs }: { readonly page: Page; readonly runs: RunsOnPage }, label: string) {
  await page.select(label);
  await runs.tab('Output');
  await page.user.click(await page.drawer.findByRole('button', { name: 'What it was sent' }));
  await page.all.findByRole('heading', { name: 'What this call was sent' });
}

async function openReport(window?: number) {
  const opened = await openAtHarbour(told, window === undefined ? {} : { window });
  opened.server.on({ match: 'Ask about the tide', reply: tide });
  opened.server.on({ match: 'Ask about the cargo', reply: cargo });
  opened.server.on({ match: 'Write the report', reply: 'All is well.' });
  expect(await opened.runs.run()).toBe('completed');
  return opened;
}

it('shows what a call was told, as the server received it', async () => {
  const opened = await openReport(2000);
  const { page, server } = opened;
  await openTold(opened, 'report');

  const request = server.requests.findLast(({ prompt }) => prompt.includes('Write the report'));
  const events = await page.storedEvents();
  const requested = events.findLast((event) => event.kind === 'model.requested');
  const sent = requested?.kind === 'model.requested' ? (requested.data.window?.sent ?? 0) : 0;
  await expect
    .poll(() => callElement(page))
    .toHaveTextContent(`${sent.toLocaleString('en')} tokens sent of a window of 2,000`);
  expect(call(page).getByRole('img', { name: /^Window: / })).toHaveTextContent('limit 80 %');
  expect(callElement(page)).toHaveTextContent('round 2');

  const name = await call(page).findByRole('button', { name: 'tide' });
  const part = name.closest('tr');
  expect(part).toHaveTextContent('1.00');
  expect(part).toHaveTextContent('Direct dependency');
  expect(part).toHaveTextContent(`${Buffer.byteLength(tide)} B`);
  await page.user.click(name);
  expect(request?.prompt).toContain(tide);
  const shown = () => [...callElement(page).querySelectorAll('pre')].map(({ textContent }) => textContent ?? '');
  await expect.poll(shown).toEqual([tide]);

  await page.user.click(call(page).getByRole('radio', { name: 'As sent' }));
  await expect.poll(() => shown().slice(0, 2).join('\n')).toBe(request?.prompt);

  await page.user.click(call(page).getByRole('radio', { name: 'Against round 1' }));
  await waitFor(() => expect(call(page).getByRole('row', { name: /tide/ })).toHaveTextContent('The same'));
  await page.user.keyboard('{Escape}');
  await waitFor(() => page.canvas);
});

it('tells why an output is left out; what is always kept or kept out is so in the next run', async () => {
  const opened = await openReport();
  const { page, runs, server } = opened;
  const reported = () => server.requests.findLast(({ prompt }) => prompt.includes('Write the report'))?.prompt;
  await openTold(opened, 'report');
  await expect.poll(() => callElement(page)).toHaveTextContent('How much harbour:small can take is not known.');
  await expect.poll(() => leftOut(page, 'cargo')).toHaveTextContent('relevance 0.30');
  expect(leftOut(page, 'cargo')).toHaveTextContent('Below the minimum relevance of 0.40.');
  expect(reported()).not.toContain(cargo);

  await page.press('Always keep cargo', side(page));
  await expect.poll(() => leftOut(page, 'cargo')).toHaveTextContent('From the next run on it is always kept.');
  await page.press('Keep out tide', call(page));
  await waitFor(() =>
    expect(call(page).getByRole('button', { name: 'Keep out tide' })).toHaveAttribute('aria-pressed', 'true'),
  );
  await page.savedText();
  expect(await runs.run()).toBe('completed');
  expect(reported()).toContain(cargo);
  expect(reported()).not.toContain(tide);

  await page.user.keyboard('{Escape}');
  await openTold(opened, 'report');
  await expect.poll(() => leftOut(page, 'tide')).toHaveTextContent('Kept out by you.');
  await page.press('Allow tide again', side(page));
  await expect.poll(() => leftOut(page, 'tide')).toHaveTextContent('From the next run on the rules decide again.');
  await page.press('Undo', page.topBar);
  await side(page).findByRole('button', { name: 'Allow tide again' });
});

it('draws the windows of a run, to be walked through and opened by keyboard', async () => {
  const { page, runs } = await openReport();
  await runs.tab('Context');
  const plot = await page.drawer.findByRole('slider', { name: /^Calls by the fill/ });
  plot.focus();
  const says = (text: RegExp) => waitFor(() => expect(plot.getAttribute('aria-valuetext')).toMatch(text));
  await page.user.keyboard('{Home}');
  await says(/^Call 1 of 4, tide: \d+ tokens sent, window not known$/);
  await page.user.keyboard('{ArrowRight}');
  await says(/^Call 2 of 4, cargo/);
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(callElement(page)).toHaveTextContent('cargo'));
  const isSelected = (name: RegExp) =>
    waitFor(() => expect(view(page).getByRole('treeitem', { name })).toHaveAttribute('aria-selected', 'true'));
  await isSelected(/^cargo: /);
  view(page).getByRole('tree', { name: 'Calls by task' }).focus();
  await page.user.keyboard('{Home}');
  await isSelected(/^tide: /);
  await page.user.keyboard('{Escape}');
  await page.user.click(await page.drawer.findByRole('radio', { name: 'List' }));
  await page.drawer.findByRole('treeitem', { name: /^report, 2 calls/ });
});

it('a history is compacted by hand while the run goes on, held beside its originals, and put back', async () => {
  const long = 'A long way round the harbour. '.repeat(20);
  const reads = 'agent: reader, context: { mode: none }';
  const opened = await openAtHarbour(`
name: Compacted
default_model: harbour:small
compaction: { trigger: manual, strategy: aggressive }
agents: { reader: { context_transfer: full } }
tasks:
  first: { description: Say first }
  second: { description: Say second, depends_on: [first], context: { mode: none } }
  third: { description: Say third, depends_on: [second], ${reads} }
  fourth: { description: Say fourth, depends_on: [third], ${reads} }
  fifth: { description: Say fifth, depends_on: [fourth], ${reads} }
`);
  const { page, runs, server } = opened;
  server.on({ match: 'Say first', reply: `${long}First.` });
  server.on({ match: 'Say second', reply: 'Second.', holdAfterChunks: 0, times: 1 });
  server.on({ match: 'Say third', reply: 'Third.' });
  server.on({ match: 'Say fourth', reply: 'Fourth.', holdAfterChunks: 0, times: 1 });
  server.on({ match: 'Say fifth', reply: 'Fifth.' });
  await runs.start();
  await expect.poll(() => server.count('Say second')).toBe(1);
  await runs.tab('Context');
  await page.user.click(await page.drawer.findByRole('button', { name: 'Compact now' }));
  await waitFor(() => expect(page.drawer.getByRole('button', { name: /^Compact now \(\d so far\)$/ })).toBeEnabled());
  server.release();
  await expect.poll(() => server.count('Say fourth')).toBe(1);
  const sent = (match: string) => server.requests.find(({ prompt }) => prompt.includes(match))?.prompt;
  expect(sent('Say third')).toContain('Task first completed: success');
  expect(sent('Say third')).not.toContain(long);

  await openTold(opened, 'third');
  const cardElement = await side(page).findByLabelText('Compaction of the history');
  const card = within(cardElement);
  expect(cardElement).toHaveTextContent('aggressive, by template');
  expect(cardElement).toHaveTextContent('of first');
  await page.press('Compare whole', card);
  const dialog = await page.opened();
  await waitFor(() => expect(dialog.getByLabelText('Before and after')).toHaveTextContent(long.trim()));
  await page.user.keyboard('{Escape}');
  await page.isClosed();
  await page.press('Restore the originals', card);
  await waitFor(() => expect(cardElement).toHaveTextContent('The originals are back'));
  server.release();
  expect(await runs.isOver()).toBe('completed');
  expect(sent('Say fifth')).toContain(long.trim());
});

it('a long output is opened whole, page by page, and downloaded', async () => {
  const { page, runs } = await openWithScripts(`
tasks:
  long: { type: script, script: { content: "seq 0 49999 | sed 's/.*/line & of the tide table/'; echo the end" } }
`);
  expect(await runs.run()).toBe('completed');
  const output = await runs.output('long');
  await waitFor(() => expect(output).toHaveTextContent(/Showing the last 1\.0 MB of 1\.\d MB/));
  await page.press('Open the whole output', within(output));
  const dialog = await page.opened();
  const whole = await dialog.findByLabelText('Output of long');
  await waitFor(() => expect(whole).toHaveTextContent('line 0 of the tide table'));
  const found = (words: string) => expect.poll(() => dialog.getByRole('status')).toHaveTextContent(words);
  const find = dialog.getByLabelText('Find in the text');
  await page.fill(find, 'LINE 4999');
  await found('1 of 11');
  await page.user.keyboard('{Shift>}{Enter}{/Shift}');
  await found('11 of 11');
  await page.press('Next match', dialog);
  await found('1 of 11');
  await page.fill(find, 'high water');
  await found('Not found');
  await page.user.keyboard('{Escape}');
  await page.isClosed();

  await runs.tab('Metrics');
  const button = await page.drawer.findByRole('button', { name: 'Download the output of long' });
  expect(button.closest('tr, [role="row"]')).toHaveTextContent('the end');
  const file = await takeDownload(() => page.user.click(button));
  expect(file.size).toBeGreaterThan(1_300_000);
  expect((await file.text()).slice(-8).trim()).toBe('the end');
});
