import { act, waitFor, within } from '@tests/support/dom';
import { openAtHarbour } from '@tests/support/page-runs';
import { expect, it } from 'vitest';

/** A workflow with two calls: the second is told the reply to the first. */
const workflow = (name: string, first: string) => `heddle: 1
name: ${name}
default_model: harbour:small
tasks:
  look: { description: "${first}" }
  report: { description: "Report it: {{look}}", depends_on: [look] }
`;

const long = `${'filler '.repeat(40_000)}The LIGHTHOUSE is dark tonight.`;

it('runs get a star, tags and a note, and all runs are searched, by mouse and by keyboard', async () => {
  const { page, runs, server } = await openAtHarbour(workflow('Tides', 'When is high tide?'));
  server.on({ match: 'Report it', status: 400, message: 'no report today', times: 1 });
  server.on({ match: 'When is high tide', reply: 'At noon, near the old quay.' });
  server.on({ match: 'Who is on watch', reply: long, chunks: [long] });
  expect(await runs.run()).toBe('failed');
  server.on({ match: 'Report it', reply: 'All quiet.' });
  expect(await runs.run()).toBe('completed');
  const tides = page.stores.document.getState().id;
  await act(() => page.app.workflows.text(workflow('Watch', 'Who is on watch?')));
  expect(await runs.run()).toBe('completed');

  // A star by its key, tags and a note by the menu; what was there before comes back.
  await runs.open();
  await runs.choose('Run 1');
  await page.user.keyboard('s');
  const isStarred = () => waitFor(() => within(runs.row('Run 1')).getByRole('img', { name: 'Starred' }));
  await isStarred();
  const annotate = async (tags: string) => {
    await runs.act('Tags and note');
    await page.fill((await page.opened()).getByLabelText('Tags'), tags);
    await page.fill(page.dialog.getByLabelText('Note'), 'The lamp was out.');
  };
  await annotate('night, Release ,release');
  await page.user.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => runs.row('Run 1')).toHaveTextContent('nightRelease');
  expect(runs.row('Run 1')).toHaveTextContent('The lamp was out.');
  await page.user.click(await (await page.told()).findByRole('button', { name: 'Undo' }));
  await expect.poll(() => runs.row('Run 1')).not.toHaveTextContent('night');
  await annotate('night, release');
  await page.press('Save', page.dialog);
  await page.isClosed();
  await page.reload();
  await runs.open();
  await isStarred();
  expect(runs.row('Run 1')).toHaveTextContent('release');
  await page.fill(page.all.getByLabelText('Find a run'), 'lamp');
  await waitFor(() => runs.row('Run 1'));
  await runs.act('Describe');
  await expect.poll(() => page.inspectorElement).toHaveTextContent('night, release');
  expect(page.inspectorElement).toHaveTextContent('The lamp was out.');

  // From a list without a match to the search of everything: the run of the other workflow.
  await page.fill(page.all.getByLabelText('Find a run'), 'old quay');
  await page.user.click(await page.all.findByRole('button', { name: 'Search prompts and outputs' }));
  const found = () => within(page.dialog.getByLabelText('Found'));
  const option = (n: number) => found().getAllByRole('option').at(n);
  const shows = (text: RegExp) => expect.poll(() => page.dialog.getByRole('status')).toHaveTextContent(text);
  await shows(/^4 places in 2 runs, all 3 runs searched\.$/);
  expect(option(0)).toHaveTextContent('TidesRun 2');
  expect(page.dialog.getByLabelText('Found').querySelector('mark')).toHaveTextContent('old');

  // Every condition holds.
  const set = (label: string, value: string) => page.fill(page.dialog.getByLabelText(label), value);
  await set('Where', 'In outputs');
  await shows(/^2 places in 2 runs,/);
  await set('Status', 'Failed');
  await shows(/^1 place in 1 run,/);
  await set('Task', 'report');
  await shows(/^0 runs,/);
  await page.dialog.findByText('No matching runs');
  await set('Text', 'no report today');
  await shows(/^1 place in 1 run,/);
  expect(page.dialog.getByLabelText('Found')).toHaveTextContent('Error');
  await page.user.keyboard('{Escape}');
  await page.isClosed();

  // By keyboard: what was found is still there; then by tag, cost and the end of a long output.
  await page.user.keyboard('{Control>}{Shift>}F{/Shift}{/Control}');
  await waitFor(() => expect(page.dialog.getByLabelText('Text')).toHaveFocus());
  expect(page.dialog.getByLabelText('Text')).toHaveValue('no report today');
  await set('Status', 'Any status');
  await set('Where', 'Everywhere');
  await set('Task', '');
  await set('Text', '');
  await shows(/^3 runs, all 3 runs searched\.$/);
  await set('Cost from, $', 'x');
  await page.dialog.findByText(/Write an amount in USD/);
  await set('Cost from, $', '0.01');
  await shows(/^0 runs,/);
  await set('Cost from, $', '');
  await page.user.click(page.dialog.getByRole('checkbox', { name: 'Starred' }));
  await set('Tag', 'NIGHT');
  await set('Text', 'lighthouse tonight');
  await shows(/^2 places in 1 run, all 3 runs searched\.$/);
  await page.user.keyboard('{ArrowDown}{End}');
  await waitFor(() => {
    const selected = found().getByRole('option', { selected: true });
    expect(selected).toHaveTextContent(/Output.*The LIGHTHOUSE is dark tonight\./);
  });
  await page.user.keyboard('{Enter}');
  await page.isClosed();
  const events = await page.storedEvents();
  const ended = events.find(({ kind, path }) => kind === 'task.completed' && path === 'task/look')?.seq;
  await runs.isAt(ended ?? 0);
  await runs.panel('Tasks');
  await runs.isTask('look', 'Done');
  page.inspector.getByRole('heading', { level: 2, name: 'look' });

  // A result in another workflow opens that workflow.
  await page.user.keyboard('{Control>}{Shift>}F{/Shift}{/Control}');
  await page.user.click((await page.opened()).getByRole('checkbox', { name: 'Starred' }));
  await set('Tag', '');
  await set('Text', '"high tide"');
  await shows(/^1 place in 1 run,/);
  await page.user.click(await found().findByText('Prompt'));
  await page.isClosed();
  await page.all.findByRole('heading', { name: 'What this call was sent' });
  expect(page.stores.document.getState().id).toBe(tides);
});
