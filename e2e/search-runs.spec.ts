import { isAccessible } from './support/accessible';
import { expect, test } from './support/app';
import { Runs } from './support/runs';

/** A workflow with two calls: the second is told the reply to the first. */
const workflow = (name: string, first: string) => `heddle: 1
name: ${name}
default_model: harbour:small
tasks:
  look: { description: "${first}" }
  report: { description: "Report it: {{look}}", depends_on: [look] }
`;

const long = `${'filler '.repeat(40_000)}The LIGHTHOUSE is dark tonight.`;

test('runs get a star, tags and a note, and all runs are searched, by mouse and by keyboard', async ({
  app,
  page,
  server,
}) => {
  server.on({ match: 'Report it', status: 400, message: 'no report today', times: 1 });
  server.on({ match: 'When is high tide', reply: 'At noon, near the old quay.' });
  server.on({ match: 'Who is on watch', reply: long });
  await app.openText(workflow('Tides', 'When is high tide?'), { id: 'harbour', baseUrl: `${server.url}/v1` });
  expect(await app.run()).toBe('failed');
  server.on({ match: 'Report it', reply: 'All quiet.' });
  expect(await app.run()).toBe('completed');
  await page.goto('./#/start');
  await app.openFile('watch.yaml', workflow('Watch', 'Who is on watch?'));
  await app.isReady();
  await expect(app.row('report')).toBeVisible();
  await expect.poll(async () => (await app.runs()).length).toBe(2);
  expect(await app.run()).toBe('completed');

  // A star by its key, tags and a note by the menu; what was there before comes back.
  const runs = new Runs(app);
  await runs.open();
  await runs.choose('Run 1');
  await page.keyboard.press('s');
  await expect(runs.row('Run 1').getByRole('img', { name: 'Starred' })).toBeVisible();
  await runs.act('Tags and note');
  await app.dialog.getByRole('textbox', { name: 'Tags' }).fill('night, Release ,release');
  await app.dialog.getByRole('textbox', { name: 'Note' }).fill('The lamp was out.');
  await page.keyboard.press('Control+Enter');
  await expect(runs.row('Run 1')).toContainText('nightRelease');
  await expect(runs.row('Run 1')).toContainText('The lamp was out.');
  await app.messages.getByRole('button', { name: 'Undo' }).click();
  await expect(runs.row('Run 1')).not.toContainText('night');
  await runs.act('Tags and note');
  await app.dialog.getByRole('textbox', { name: 'Tags' }).fill('night, release');
  await app.dialog.getByRole('textbox', { name: 'Note' }).fill('The lamp was out.');
  await app.dialog.getByRole('button', { name: 'Save' }).click();
  await expect(app.dialog).toBeHidden();
  await app.reload();
  await runs.open();
  await expect(runs.row('Run 1').getByRole('img', { name: 'Starred' })).toBeVisible();
  await expect(runs.row('Run 1')).toContainText('release');
  await page.getByRole('textbox', { name: 'Find a run' }).fill('lamp');
  await expect(runs.row('Run 1')).toBeVisible();
  await runs.act('Describe');
  await expect(app.inspector).toContainText('night, release');
  await expect(app.inspector).toContainText('The lamp was out.');

  // From a list without a match to the search of everything: the run of the other workflow.
  await page.getByRole('textbox', { name: 'Find a run' }).fill('old quay');
  await page.getByRole('button', { name: 'Search prompts and outputs' }).click();
  const found = app.dialog.getByRole('listbox', { name: 'Found' });
  const status = app.dialog.getByRole('status');
  await expect(status).toHaveText(/^4 places in 2 runs, all 3 runs searched\.$/);
  await expect(found.getByRole('option').first()).toContainText('TidesRun 2');
  await expect(found.locator('mark').first()).toHaveText('old');
  await isAccessible(app, 'the search over all runs', '[role=dialog]');

  // Every condition holds.
  const shows = async (text: RegExp) => expect(status).toHaveText(text);
  await app.dialog.getByLabel('Where').selectOption({ label: 'In outputs' });
  await shows(/^2 places in 2 runs,/);
  await app.dialog.getByLabel('Status').selectOption({ label: 'Failed' });
  await shows(/^1 place in 1 run,/);
  await app.dialog.getByLabel('Task').fill('report');
  await shows(/^0 runs,/);
  await expect(app.dialog).toContainText('No matching runs');
  await app.dialog.getByLabel('Text').fill('no report today');
  await shows(/^1 place in 1 run,/);
  await expect(found).toContainText('Error');
  await page.keyboard.press('Escape');
  await expect(app.dialog).toBeHidden();

  // By keyboard: what was found is still there; then by tag, cost and the end of a long output.
  await page.keyboard.press('Control+Shift+F');
  await expect(app.dialog.getByLabel('Text')).toBeFocused();
  await expect(app.dialog.getByLabel('Text')).toHaveValue('no report today');
  await app.dialog.getByLabel('Status').selectOption({ label: 'Any status' });
  await app.dialog.getByLabel('Where').selectOption({ label: 'Everywhere' });
  await app.dialog.getByLabel('Task').fill('');
  await app.dialog.getByLabel('Text').fill('');
  await shows(/^3 runs, all 3 runs searched\.$/);
  await app.dialog.getByLabel('Cost from, $').fill('x');
  await expect(app.dialog).toContainText('Write an amount in USD');
  await app.dialog.getByLabel('Cost from, $').fill('0.01');
  await shows(/^0 runs,/);
  await app.dialog.getByLabel('Cost from, $').fill('');
  await app.dialog.getByRole('checkbox', { name: 'Starred' }).check();
  await app.dialog.getByLabel('Tag', { exact: true }).fill('NIGHT');
  await app.dialog.getByLabel('Text').fill('lighthouse tonight');
  await shows(/^2 places in 1 run, all 3 runs searched\.$/);
  await app.dialog.getByLabel('Text').press('ArrowDown');
  await page.keyboard.press('End');
  await expect(found.getByRole('option', { selected: true })).toContainText('Output');
  await expect(found.getByRole('option', { selected: true })).toContainText('The LIGHTHOUSE is dark tonight.');
  await page.keyboard.press('Enter');
  await expect(app.dialog).toBeHidden();
  const ended = (await app.storedEvents()).find(
    ({ kind, path }) => kind === 'task.completed' && path === 'task/look',
  )?.seq;
  await runs.isAt(ended ?? 0);
  await page.getByRole('tab', { name: 'Tasks', exact: true }).click();
  await app.isTask('look', 'Done');
  await expect(app.inspector.getByRole('heading', { level: 2, name: 'look' })).toBeVisible();

  // A result in another workflow opens that workflow.
  await page.keyboard.press('Control+Shift+F');
  await app.dialog.getByRole('checkbox', { name: 'Starred' }).uncheck();
  await app.dialog.getByLabel('Tag', { exact: true }).fill('');
  await app.dialog.getByLabel('Text').fill('"high tide"');
  await shows(/^1 place in 1 run,/);
  await found.getByRole('option').filter({ hasText: 'Prompt' }).click();
  await expect(app.dialog).toBeHidden();
  await expect(app.topBar).toContainText('Tides');
  await expect(page.getByRole('heading', { name: 'What this call was sent' })).toBeVisible();
});
