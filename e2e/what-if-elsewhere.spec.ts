import { expect, test } from './support/app';
import { ExportDialog } from './support/export-dialog';
import { Runs } from './support/runs';

const workflow = `heddle: 1
name: Notes
default_model: harbour:small
tasks:
  read: { description: "Read the log.", inject_context: false }
  write: { description: "Draft notes of {{read}}", depends_on: [read], inject_context: false }
  tell: { description: "Tell of {{write}}", depends_on: [write], inject_context: false, breakpoint: before }
`;

test('what if is asked of an event of a paused run, and of a run that is looked back at; an export asks about pins', async ({
  app,
  page,
  server,
}) => {
  server.on({ match: 'Read the log.', reply: 'two faults' });
  server.on({ match: 'Draft notes', reply: ({ prompt }) => `notes of ${/of (.*)/.exec(prompt)?.[1]}` });
  server.on({ match: 'Tell of', reply: 'told' });
  await app.openText(workflow, { id: 'harbour', baseUrl: `${server.url}/v1` });
  const isNext = page.getByRole('group', { name: 'tell is next' });
  await app.start();
  await expect(isNext).toBeVisible();
  await app.reload();
  await expect(isNext).toBeVisible();

  // In the paused run, from an event, by keyboard: a reply is another one. The fork pauses there too, and goes on.
  const replies = await app.eventsOf('model.replied');
  await replies.filter({ hasText: /read · turn 1/ }).click();
  await app.drawer.getByRole('button', { name: 'What if' }).press('Enter');
  await expect(app.dialog).toContainText('What if the answer had been this?');
  const text = app.dialog.getByRole('textbox');
  await expect(text).toBeFocused();
  await expect(text).toHaveValue('two faults');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('three faults');
  const go = app.dialog.getByRole('button', { name: 'Continue from here' });
  await expect(go).toContainText('asked');
  await go.press('Enter');
  await expect(app.dialog).toBeHidden();
  await expect.poll(async () => (await app.runs()).length).toBe(2);
  await expect(isNext).toBeVisible();
  expect(server.requests.map(({ prompt }) => prompt)).toEqual([
    expect.stringContaining('Read the log.'),
    expect.stringContaining('Draft notes of two faults'),
    expect.stringContaining('Draft notes of three faults'),
  ]);
  await app.canvas.focus();
  await page.keyboard.press('F8');
  expect(await app.isOver()).toBe('completed');
  expect(server.requests[3]?.prompt).toContain('Tell of notes of three faults');
  await expect(replies.filter({ hasText: /read · turn 1/ })).toContainText('Written by a person');

  // Looked back at, by keyboard, before the notes were there: what came after is asked again, whatever it was.
  const ended = (await app.storedEvents()).find(({ kind, path }) => kind === 'task.completed' && path === 'task/read');
  const runs = new Runs(app);
  await runs.slider.focus();
  while (!(await runs.slider.getAttribute('aria-valuetext'))?.startsWith(`Event ${ended?.seq} `)) {
    await page.keyboard.press('ArrowLeft');
  }
  await app.isTask('read', 'Done');
  await app.select('read');
  await app.canvas.focus();
  await page.keyboard.press('w');
  await expect(text).toHaveValue('three faults');
  await text.fill('no fault');
  await expect(go).toContainText('1 kept, 2 asked');
  await go.click();
  await expect.poll(async () => (await app.runs()).length).toBe(3);
  await expect(isNext).toBeVisible();
  await app.reload();
  await expect(isNext).toBeVisible();
  await app.canvas.focus();
  await page.keyboard.press('F8');
  expect(await app.isOver()).toBe('completed');
  expect(server.requests.slice(4).map(({ prompt }) => prompt)).toEqual([
    expect.stringContaining('Draft notes of no fault'),
    expect.stringContaining('Tell of notes of no fault'),
  ]);
  const forks = (await app.runs()).map(({ forkedFrom }) => forkedFrom);
  expect(forks).toEqual([undefined, expect.objectContaining({}), expect.objectContaining({ seq: ended?.seq })]);

  // A pin is part of the workflow: an export keeps it, unless the person wishes otherwise.
  await app.select('read');
  await app.canvas.focus();
  await page.keyboard.press('p');
  await expect(app.node('read').getByRole('img', { name: 'Has a pinned output' })).toBeVisible();
  await app.reload();
  const dialog = new ExportDialog(app);
  await dialog.open();
  const leaveOut = dialog.leaveOut('pinned outputs');
  await expect(leaveOut).not.toBeChecked();
  await dialog.shows('pinned: no fault');
  await leaveOut.focus();
  await page.keyboard.press('Space');
  await expect(dialog.preview).not.toContainText('pinned');
  const { text: exported } = await dialog.download();
  expect(exported).toContain('Read the log.');
  expect(exported).not.toContain('pinned');
  await dialog.open();
  await dialog.shows('pinned: no fault');
  expect((await dialog.download()).text).toContain('pinned: no fault');
  expect(app.errors).toEqual([]);
});
