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

test('two runs are compared: on the drawing and word by word, by mouse and by keyboard, and after a reload', async ({
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
  const both = root.getByRole('region', { name: 'Both runs', exact: true });
  await expect(both).toContainText('Run 2 against Run 1');
  const rows = root.getByRole('listbox', { name: 'Tasks, rounds and items' }).getByRole('option');
  const words = root.getByRole('region', { name: 'Words', exact: true });
  await expect(words.getByRole('region', { name: 'Output', exact: true }).locator('ins')).toHaveText('at once');
  await isAccessible(app, 'the comparison of two runs');

  // By keyboard: to an item, whose output did not change.
  await rows.nth(0).click();
  await page.keyboard.press('End');
  await expect(words.getByRole('region', { name: 'Output', exact: true })).toContainText('the same in both');
  await words.getByRole('switch', { name: 'Side by side' }).press('Space');

  // On the drawing: a task that is the same.
  await root.getByRole('button', { name: 'other, same' }).press('Enter');
  await expect(rows).toHaveCount(6);
  await expect(words.getByRole('region', { name: 'Prompt', exact: true })).toContainText('the same in both');

  // The address names both runs. A run can be put beside the plan, too.
  await page.reload();
  await expect(both).toContainText('Run 2 against Run 1');
  await root.getByLabel('First run').selectOption({ label: 'The plan' });
  await expect(root.getByRole('table').getByRole('row', { name: /^other / })).toContainText('as planned');
  await isAccessible(app, 'a run against the plan');
  expect(app.errors).toEqual([]);
});
