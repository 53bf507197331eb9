import { waitFor, within } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { openAtHarbour, openWithScripts } from '@tests/support/page-runs';
import { expect, it } from 'vitest';

const workflow = `heddle: 1
name: Notes
default_model: harbour:small
tasks:
  read: { description: "Read the log.", inject_context: false }
  other: { description: "Read the rest.", inject_context: false }
  write: { description: "Write notes of {{read}}", inject_context: false, depends_on: [read] }
  each: { type: map, items: [red, blue], depends_on: [write], inner_task: { description: "Tell of {{item}} and {{write}}", inject_context: false } }
`;

const rootElement = (page: Page) => page.all.getByRole('main', { name: 'Compare runs' });
const root = (page: Page) => within(rootElement(page));

it('two runs are compared: task by task, word by word, and after a reload; what differs is taken into the workflow', async () => {
  const { page, runs, server } = await openAtHarbour(workflow);
  server.on({ match: 'Read the log.', reply: 'two faults, one fix' });
  server.on({ match: 'Read the rest.', reply: 'nothing' });
  server.on({ match: 'Write notes', reply: 'The loom stops late.' });
  server.on({ match: 'Tell of red', reply: 'red as ever' });
  server.on({ match: 'Tell of blue', reply: 'blue as ever' });
  expect(await runs.run()).toBe('completed');
  await page.select('write');
  await page.fill(page.field('Prompt'), 'Write short notes of {{read}}');
  await page.isSaved('Write short notes');
  server.on({ match: 'Write short notes', reply: 'The loom stops at once.' });
  server.on({ match: 'Tell of red', reply: 'red, but later' });
  expect(await runs.run()).toBe('completed');

  // By the menu of the run: with the one that it was forked from.
  await runs.open();
  await runs.act('Compare with run 1');
  const head = () => root(page).getByLabelText('Both runs');
  await expect.poll(head).toHaveTextContent('Run 2 against Run 1');
  expect(root(page).getByLabelText('What differs in the workflow')).toHaveTextContent(
    'Prompt of writeWrite short notes of {{read}}',
  );
  const rows = () => within(root(page).getByLabelText('Tasks, rounds and items')).getAllByRole('option');
  await waitFor(() => expect(rows()).toHaveLength(4));
  await waitFor(() => expect(rows()[0]).toHaveTextContent(/write.*\+3 −1/));
  expect(rows()[3]).toHaveTextContent('item 2');
  const words = () => within(root(page).getByLabelText('Words'));
  const text = (title: 'Prompt' | 'Output', element: 'ins' | 'del') =>
    [...words().getByLabelText(title).querySelectorAll(element)].map(({ textContent }) => textContent);
  await expect.poll(() => text('Prompt', 'ins').join('')).toMatch(/short/);
  expect(text('Output', 'del')).toEqual(['late']);
  expect(text('Output', 'ins')).toEqual(['at once']);

  // By keyboard: to an item, whose output did not change.
  await page.user.click(rows()[0] as HTMLElement);
  await page.user.keyboard('{End}');
  await expect.poll(() => words().getByLabelText('Output')).toHaveTextContent('the same in both');
  await page.user.keyboard('{ArrowUp}');
  await expect.poll(() => text('Output', 'ins')).toEqual([',', 'but later']);
  await page.user.click(words().getByRole('switch', { name: 'Side by side' }));
  await expect.poll(() => words().getByLabelText('Output')).toHaveTextContent('red as ever');

  // A task that is the same.
  await page.user.click(root(page).getByRole('radio', { name: 'All' }));
  await waitFor(() => expect(rows()).toHaveLength(6));
  await page.user.click(rows().find(({ textContent }) => textContent?.startsWith('other')) as HTMLElement);
  await expect.poll(() => words().getByLabelText('Prompt')).toHaveTextContent('the same in both');

  // The address names both runs.
  await page.reload();
  await expect.poll(head).toHaveTextContent('Run 2 against Run 1');
  await page.press('Swap the runs');
  await expect.poll(head).toHaveTextContent('Run 1 against Run 2');
  await expect.poll(() => text('Output', 'ins')).toEqual(['late']);

  // What run 1 had is taken into the workflow, and the text of its prompt is that again.
  await page.press('Take from run 1');
  await page.isSaved('Write notes of {{read}}');
  await root(page).findByRole('button', { name: 'Take from run 2' });

  // And back into one of them.
  await page.user.click(words().getByRole('button', { name: 'Open in run 1' }));
  await expect.poll(() => runs.headerElement).toHaveTextContent('Run 1');
  await page.drawer.findAllByText(/The loom stops late\./);
  await expect.poll(() => page.field('Prompt')).toHaveValue('Write notes of {{read}}');
});

it('a run is put beside the plan, task by task', async () => {
  const { page, runs } = await openWithScripts(
    'heddle: 1\nname: One\ndefault_model: sim:fast\ntasks:\n  a: { description: A }\n  b: { type: script, script: { content: ls } }\n',
  );
  expect(await runs.run()).toBe('completed');
  await runs.open();
  await runs.act('Compare with the plan');
  const table = within(await waitFor(() => root(page).getByRole('table')));
  expect(await table.findByRole('row', { name: /^a / })).toHaveTextContent('as planned');
  expect(table.getByRole('row', { name: /^b / })).toHaveTextContent('$0.00');
});

it('with one run, with none, and with a run that is gone it says what to do', async () => {
  const page = await openPage('heddle: 1\nname: One\ndefault_model: sim:fast\ntasks: { a: { description: A } }\n');
  await page.user.keyboard('{Shift>}{Alt>}R{/Alt}{/Shift}');
  await page.all.findByText('There are not two runs yet');
  await page.user.keyboard('{Escape}');
  await waitFor(() => page.canvas);
  expect(await page.run()).toBe('completed');
  const [run] = await page.runs();
  location.hash = `${location.hash.split('/compare-runs')[0]}/compare-runs/${run?.id}/gone`;
  await page.reload();
  await page.all.findByText('One of the two runs is not stored here, or no longer.');
  expect(page.all.getByLabelText('Second run')).toHaveValue('gone');
});
