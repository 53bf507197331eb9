import { act, waitFor } from '@tests/support/dom';
import { dropFile, fileOf, giveFile } from '@tests/support/page-files';
import { openAtHarbour } from '@tests/support/page-runs';
import { fieldWith, goOn, promptsSince } from '@tests/support/what-if';
import { expect, it } from 'vitest';

const notes = `heddle: 1
name: Notes
default_model: harbour:small
tasks:
  read: { description: "Read the log.", inject_context: false }
  write: { description: "Draft notes of {{read}}", depends_on: [read], inject_context: false }
`;

it('a renamed task, texts that are gone and a fork of a deleted run say what can be done', async () => {
  const opened = await openAtHarbour(notes);
  const { page, runs, server } = opened;
  server.on({ match: 'Read the log.', reply: 'two faults '.repeat(400) });
  server.on({ match: 'Draft notes', reply: 'the notes' });
  expect(await runs.run()).toBe('completed');

  // A run without its long texts: what it lacks is asked, and the rest can be written.
  await runs.open();
  const log = await runs.saved('Export without long texts');
  await runs.act('Delete');
  await page.press(/^Delete run 1/, await page.opened());
  await page.isClosed();
  await act(async () => dropFile(fileOf('notes.jsonl', log)));
  await waitFor(() => expect(runs.runButton).toHaveAccessibleDescription(/^2 to run/));
  await runs.panel('Tasks');
  await waitFor(() => expect(runs.node('read')).toHaveTextContent('Its long output is not stored in the last run'));
  await page.select('read');
  await runs.key('p');
  await (await page.told()).findByText(/The whole output of read is not stored any more\./);
  await runs.key('w');
  await (await page.opened()).findByText(/This is its first 2,000 of 4,400 characters\./);
  await page.fill(page.dialog.getByRole('textbox'), 'one fault');
  await goOn(opened);
  expect(await runs.isOver()).toBe('completed');
  expect(promptsSince(opened, 2)).toEqual([expect.stringContaining('Draft notes of one fault')]);

  // A task that has another name since: nothing to write at the new one, and the old one is still in the run.
  await page.select('write');
  await page.fill(page.field('Id'), 'draft');
  await page.user.keyboard('{Enter}');
  await waitFor(() => runs.node('draft'));
  await runs.key('w');
  await (await page.told()).findByText('Select one task that has an output in the shown run.');
  await runs.key('p');
  await (await page.told()).findByText(/There is no output to pin\. Run the task first\./);
  await runs.tab('Timeline');
  await page.user.click((await page.drawer.findAllByText('write'))[0] as HTMLElement);
  await runs.tab('Output');
  await page.user.click(await page.drawer.findByRole('button', { name: 'What if' }));
  const field = await fieldWith(opened, /^the notes$/);
  expect(page.dialog.queryByRole('button', { name: 'Pin this text instead' })).toBeNull();
  await page.fill(field, 'my notes');
  await goOn(opened);
  expect(await runs.isOver()).toBe('completed');
  await runs.key('{Control>}z{/Control}');
  await waitFor(() => runs.node('write'));

  // The run that it was forked from is deleted: a fork of the fork has everything.
  await runs.open();
  await runs.choose('Run 2');
  await runs.act('Delete');
  const dialog = await page.opened();
  await dialog.findByText(/Runs forked from it keep what they took/);
  await page.press(/^Delete run 2/, dialog);
  await waitFor(() => expect(runs.rows).toHaveLength(2));
  await runs.act('Describe');
  await expect.poll(() => page.inspectorElement).toHaveTextContent(/A run that was deleted at event \d+/);
  await page.reload();
  await page.user.click(await runs.bar.findByRole('button', { name: /^Fork from the end/ }));
  await runs.hasRuns(3);
  expect(await runs.isOver()).toBe('completed');
  expect(server.requests).toHaveLength(3);
  await runs.panel('Tasks');
  const output = await runs.output('write');
  await waitFor(() => expect(output).toHaveTextContent('my notes'));
});

it('an output of megabytes is written otherwise by a paste and by a file, and nothing is lost', async () => {
  const opened = await openAtHarbour(notes);
  const { page, runs, server } = opened;
  server.on({ match: 'Read the log.', reply: 'two faults' });
  server.on({ match: 'Draft notes', reply: 'the notes' });
  expect(await runs.run()).toBe('completed');
  await page.select('read');
  await runs.key('w');
  const line = 'A line of megabytes of words.\n';
  const field = await fieldWith(opened, /^two faults$/);
  act(() => field.focus());
  await page.user.paste(line.repeat(35_000));
  // A field with that much text would block the page, so there is none.
  await page.dialog.findByText(/This text is too long for a field: 1\.\d MB\./);
  expect(page.dialog.queryByRole('textbox')).toBeNull();
  await page.press('Pin this text instead', page.dialog);
  await (await page.told()).findByText(/The output of read is too long to be pinned\./);
  const file = fileOf('written.txt', `${line.repeat(100_000)}The last line.`);
  await giveFile(file, () => page.press('Choose a file', page.dialog));
  await page.dialog.findByText(/3\.0 MB/);
  await goOn(opened);
  expect(await runs.isOver()).toBe('completed');
  expect(server.requests[2]?.prompt).toContain('The last line.');
  await page.reload();
  const output = await runs.output('read');
  await waitFor(() => expect(output).toHaveTextContent('The last line.'));
  await page.drawer.findByText(/Showing the last 1\.0 MB of 3\.0 MB\./);
  await page.press('Open the whole output', page.drawer);
  await (await page.opened()).findAllByText(/A line of megabytes of words\./);
});
