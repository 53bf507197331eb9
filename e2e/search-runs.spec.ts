import { isAccessible } from './support/accessible';
import { expect, test } from './support/app';
import { Runs } from './support/runs';

const workflow = `heddle: 1
name: Watch
default_model: sim:fast
tasks:
  look: { description: Who is on watch?, options: { reply: The LIGHTHOUSE is dark tonight. } }
  report: { description: "Report it: {{look}}", depends_on: [look], options: { reply: All quiet. } }
`;

test('all runs are searched, by keyboard, and what was found is shown as it stood', async ({ app, page }) => {
  await app.openText(workflow);
  expect(await app.run()).toBe('completed');
  await page.keyboard.press('Control+Shift+F');
  await expect(app.dialog.getByLabel('Text')).toBeFocused();
  await page.keyboard.type('lighthouse tonight');
  const found = app.dialog.getByRole('listbox', { name: 'Found' });
  await expect(app.dialog.getByRole('status')).toHaveText(/^2 places in 1 run, all 1 run searched\.$/);
  await expect(found.locator('mark').first()).toHaveText('LIGHTHOUSE');
  await isAccessible(app, 'the search over all runs', '[role=dialog]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(found.getByRole('option', { selected: true })).toContainText('Output');
  await page.keyboard.press('Enter');
  await expect(app.dialog).toBeHidden();
  const ended = (await app.storedEvents()).find(
    ({ kind, path }) => kind === 'task.completed' && path === 'task/look',
  )?.seq;
  await new Runs(app).isAt(ended ?? 0);
  await expect(app.inspector.getByRole('heading', { level: 2, name: 'look' })).toBeVisible();
});
