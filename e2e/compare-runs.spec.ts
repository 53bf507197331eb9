import { isAccessible } from './support/accessible';
import { expect, test } from './support/app';
import { Runs } from './support/runs';

const workflow = `heddle: 1
name: Notes
default_model: harbour:small
tasks:
  read: { description: "Read the log.", inject_context: false }
  other: { description: "Read the rest.", inject_context: false }
  write: { description: "Write notes of {{read}}", inject_context: false, depends_on: [read] }
  each: { type: map, items: [red, blue], depends_on: [write], inner_task: { description: "Tell of {{item}} and {{write}}", inject_context: false } }
`;

test('two runs are compared: task by task, word by word, by mouse and by keyboard, and after a reload', async ({
  app,
  page,
  server,
}) => {
  server.on({ match: 'Read the log.', reply: 'two faults, one fix' });
  server.on({ match: 'Read the rest.', reply: 'nothing' });
  server.on({ match: 'Write notes', reply: 'The loom stops late.' });
  server.on({ match: 'Tell of red', reply: 'red as ever' });
  server.on({ match: 'Tell of blue', reply: 'blue as ever' });
  await app.openText(workflow, { id: 'harbour', baseUrl: `${server.url}/v1` });
  expect(await app.run()).toBe('completed');

  await app.select('write');
  await app.field('Prompt').fill('Write short notes of {{read}}');
  await app.isSaved();
  server.on({ match: 'Write short notes', reply: 'The loom stops at once.' });
  server.on({ match: 'Tell of red', reply: 'red, but later' });
  expect(await app.run()).toBe('completed');

  // By the menu of the run: with the one that it was forked from.
  const runs = new Runs(app);
  await runs.open();
  await runs.act('Compare with run 1');
  const root = page.getByRole('main', { name: 'Compare runs' });
  await expect(root.getByRole('region', { name: 'Both runs', exact: true })).toContainText('Run 2 against Run 1');
  await expect(root.getByRole('region', { name: 'What differs in the workflow' })).toContainText(
    'Prompt of writeWrite short notes of {{read}}',
  );
  const rows = root.getByRole('listbox', { name: 'Tasks, rounds and items' }).getByRole('option');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(0)).toContainText(/write.*\+3 −1/);
  await expect(rows.nth(3)).toContainText('item 2');
  const words = root.getByRole('region', { name: 'Words', exact: true });
  await expect(words.getByRole('region', { name: 'Prompt', exact: true }).locator('ins')).toHaveText(/short/);
  await expect(words.getByRole('region', { name: 'Output', exact: true }).locator('del')).toHaveText('late');
  await expect(words.getByRole('region', { name: 'Output', exact: true }).locator('ins')).toHaveText('at once');
  await isAccessible(app, 'the comparison of two runs');

  // By keyboard: to an item, whose output did not change.
  await rows.nth(0).click();
  await page.keyboard.press('End');
  await expect(words.getByRole('region', { name: 'Output', exact: true })).toContainText('the same in both');
  await page.keyboard.press('ArrowUp');
  await expect(words.getByRole('region', { name: 'Output', exact: true }).locator('ins')).toHaveText([
    ',',
    'but later',
  ]);
  await words.getByRole('switch', { name: 'Side by side' }).press('Space');
  await expect(words.getByRole('region', { name: 'Output', exact: true }).getByText('red as ever')).toBeVisible();

  // On the drawing: a task that is the same.
  await root.getByRole('button', { name: 'other, same' }).press('Enter');
  await expect(rows).toHaveCount(6);
  await expect(words.getByRole('region', { name: 'Prompt', exact: true })).toContainText('the same in both');

  // The address names both runs.
  await page.reload();
  await expect(root.getByRole('region', { name: 'Both runs', exact: true })).toContainText('Run 2 against Run 1');
  await root.getByRole('button', { name: 'Swap the runs' }).click();
  await expect(root.getByRole('region', { name: 'Both runs', exact: true })).toContainText('Run 1 against Run 2');
  await expect(words.getByRole('region', { name: 'Output', exact: true }).locator('ins')).toHaveText('late');

  // What run 1 had is taken into the workflow, and the text of its prompt is that again.
  await root.getByRole('button', { name: 'Take from run 1' }).click();
  await expect(app.runButton()).toContainText('asked');
  await expect(root.getByRole('button', { name: 'Take from run 2' })).toBeVisible();

  // And back into one of them.
  await words.getByRole('button', { name: 'Open in run 1' }).click();
  await expect(runs.header).toContainText('Run 1');
  await expect(app.drawer).toContainText('The loom stops late.');
  await expect(app.field('Prompt')).toContainText('Write notes of {{read}}');
  expect(app.errors).toEqual([]);
});

test('a run is put beside the plan, task by task', async ({ app, page }) => {
  await app.openText(
    'heddle: 1\nname: One\ndefault_model: sim:fast\ntasks:\n  a: { description: A }\n  b: { type: script, script: { content: ls } }\n',
  );
  expect(await app.run()).toBe('completed');
  const runs = new Runs(app);
  await runs.open();
  await runs.act('Compare with the plan');
  const table = page.getByRole('main', { name: 'Compare runs' }).getByRole('table');
  await expect(table.getByRole('row', { name: /^a / })).toContainText('as planned');
  await expect(table.getByRole('row', { name: /^b / })).toContainText('$0.00');
  await isAccessible(app, 'a run against the plan');
});

test('with one run, with none, and with a run that is gone it says what to do', async ({ app, page }) => {
  await app.openText('heddle: 1\nname: One\ndefault_model: sim:fast\ntasks: { a: { description: A } }\n');
  await page.keyboard.press('Shift+Alt+R');
  await expect(page.getByText('There are not two runs yet')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await app.run()).toBe('completed');
  const [run] = await app.runs();
  await page.goto(`${page.url().split('/compare-runs')[0]}/compare-runs/${run?.id}/gone`);
  await expect(page.getByText('One of the two runs is not stored here, or no longer.')).toBeVisible();
  await expect(page.getByLabel('Second run')).toHaveValue('gone');
});
