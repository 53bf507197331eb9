import { act, waitFor, within } from '@tests/support/dom';
import { storesWithProviders } from '@tests/support/models-screen';
import { openPage } from '@tests/support/page';
import { type Makers, startMakers } from '@tests/support/servers';
import { afterEach, beforeEach, expect, it } from 'vitest';

let makers: Makers;
beforeEach(async () => {
  makers = await startMakers();
});
afterEach(() => makers.close());

const thought = 'The tide tables come first, then the harbour, and then I say when it ebbs.';

/** A task whose model thinks, because an option of its provider demands it. */
const asks = (directives: string, more = '') => `
default_model: reef:claude-sonnet-5-5
tasks:
  ask:
    description: "When does it ebb? [think:${thought}] [reply:At noon.] ${directives}"
    options: { thinking: { type: adaptive, display: summarized } }
    ${more}
`;
const open = async (text: string) => {
  const { anthropic: baseUrl } = makers.base;
  const headers = { 'x-api-key': 'key-of-the-reef' };
  const reef = { id: 'reef', label: 'reef', protocol: 'anthropic', baseUrl, needsKey: false, headers } as const;
  const page = await openPage(text, { storage: await storesWithProviders(reef) });
  const isTask = (word: string) =>
    waitFor(() => expect(within(page.row('ask')).getAllByRole('img').at(-1)).toHaveAccessibleName(word));
  return { page, isTask, start: () => page.press(/^Run/, page.topBar) };
};
const fold = (element: HTMLElement, name: string | RegExp = /^Thinking · [\d,]+ tokens$/) =>
  within(element).findByRole('button', { name });

it('thinking streams, folds when the answer begins, and stays readable after a reload', async () => {
  const { page, isTask, start } = await open(asks('[hold:thinking]'));
  await start();
  await isTask('Thinking');
  const output = await page.output('ask');
  expect(await fold(output, 'Thinking…')).toHaveAttribute('aria-expanded', 'false');
  await waitFor(() => expect(output).toHaveTextContent('The tide tables come first'));
  expect(page.node('ask')).toHaveTextContent(/Thinking.*The tide tables come first/);

  act(() => makers.release());
  expect(await page.isOver()).toBe('completed');
  const after = await page.output('ask');
  await waitFor(() => expect(after).toHaveTextContent('At noon.'));
  expect(after).not.toHaveTextContent('tide tables');
  expect(await fold(after)).toHaveAttribute('aria-expanded', 'false');

  await page.reload();
  const later = await page.output('ask');
  expect(later).not.toHaveTextContent('tide tables');
  (await fold(later)).focus();
  await page.user.keyboard('{Enter}');
  expect(await fold(later)).toHaveAttribute('aria-expanded', 'true');
  await waitFor(() => expect(later).toHaveTextContent(thought));
  await page.user.keyboard(' ');
  expect(await fold(later)).toHaveAttribute('aria-expanded', 'false');
  expect(later).not.toHaveTextContent('tide tables');
  const words = /tok out \(\d+ tok thinking\)/;
  expect(page.drawer.getByRole('tabpanel')).toHaveTextContent(words);
  await page.tab('Events');
  await waitFor(() => expect(page.drawer.getByRole('tabpanel')).toHaveTextContent(words));
});

it('what was opened while it streamed stays open when the answer begins', async () => {
  const { page, start } = await open(asks('[hold:text]').replace('At noon.', 'At noon, by the harbour clock.'));
  await start();
  const output = await page.output('ask');
  await waitFor(() => expect(output).toHaveTextContent('At noon'));
  await page.user.click(await fold(output, /^Thinking/));
  await waitFor(() => expect(output).toHaveTextContent(thought));
  act(() => makers.release());
  expect(await page.isOver()).toBe('completed');
  expect(await fold(output)).toHaveAttribute('aria-expanded', 'true');
  expect(output).toHaveTextContent(thought);
});

it('what was thought in earlier turns is told as such in what a call was told', async () => {
  const { page } = await open(asks('[tools:1]', 'tools: [note]'));
  expect(await page.run()).toBe('completed');
  const output = await page.output('ask');
  await fold(output);
  expect(within(output).getAllByRole('button', { name: /^Thinking/ })).toHaveLength(1);
  const prompt = await page.output('ask', 'Prompt');
  await page.user.click(await fold(prompt, 'Thinking'));
  await waitFor(() => expect(prompt).toHaveTextContent(thought));

  await page.press('What it was sent', page.drawer);
  const call = await page.all.findByRole('region', { name: 'Call' });
  await page.user.click(await within(call).findByRole('button', { name: /^Turns before/ }));
  expect(await fold(call, 'Thinking')).toHaveAttribute('aria-expanded', 'false');
  await page.user.click(within(call).getByRole('radio', { name: 'As sent' }));
  const headings = await within(call).findAllByRole('heading', { name: 'Assistant' });
  const assistant = headings.at(-1)?.closest('section');
  if (!assistant) throw new Error('The model said nothing.');
  expect(assistant).toHaveTextContent('note(');
  expect(assistant).not.toHaveTextContent('tide tables');
  await page.user.click(await fold(assistant, 'Thinking'));
  await waitFor(() => expect(assistant).toHaveTextContent(thought));
});

it('a long thought is read in parts', async () => {
  // One word, which comes in one piece.
  const long = 'tide'.repeat(5100);
  const { page } = await open(asks('').replace(thought, long));
  expect(await page.run()).toBe('completed');
  const output = await page.output('ask');
  await page.user.click(await fold(output));
  const more = /^Show [\d,]+ more of [\d,]+ characters$/;
  await page.user.click(await within(output).findByRole('button', { name: more }));
  await waitFor(() => expect(within(output).queryByRole('button', { name: more })).toBeNull());
});

it('the simulated model thinks where it is asked to', async () => {
  const { page } = await open(`
default_model: sim:writer
tasks:
  ask: { description: Say when the tide ebbs., reasoning_effort: high }
`);
  expect(await page.run()).toBe('completed');
  const output = await page.output('ask');
  await page.user.click(await fold(output));
  await waitFor(() => expect(output).toHaveTextContent('the tide'));
});
