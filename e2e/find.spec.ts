import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';
import { expectSaved, savedText } from './support/saved-text';

const workflow = `name: Fetching
default_model: sim:echo
tasks:
  fetch: { description: Fetch the pages }
  other: { description: Something else }
  gather:
    type: group
    depends_on: [fetch]
    subtasks:
      fetch_more: { description: "Go on from {{fetch}}", condition: 'tasks.fetch.status == "COMPLETE"' }
      sort: { type: script, script: { content: "echo fetch" }, depends_on: [fetch_more] }
layout:
  tasks:
    fetch: [0, 0]
    other: [0, 200]
    gather: [300, 0]
  collapsed: [gather]
`;

const panel = (app: App) => app.page.getByRole('region', { name: 'Find and replace' });
const rows = (app: App) => panel(app).getByRole('treeitem');

test('Mod+F finds at any depth, opens the field of what is found, and replaces it as one step', async ({
  app,
  page,
}) => {
  await app.openText(workflow);
  await expect(app.node('fetch')).toBeVisible();
  const before = await savedText(app);
  await app.canvas.focus();
  await page.keyboard.press('Control+f');
  await expect(panel(app).getByLabel('Find', { exact: true })).toBeFocused();
  await page.keyboard.type('fetch');
  await expect(panel(app).getByRole('status')).toHaveText('7 found.');
  await isAccessible(app, 'what was found', 'section[aria-label="Find and replace"]');

  // Enter goes from one to the next, which is selected on the canvas; a folded container is opened for it.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(rows(app).and(page.locator('[aria-selected="true"]'))).toContainText('fetch');
  const inGroup = rows(app).filter({ hasText: 'Go on from' });
  await inGroup.click();
  await expect(app.node('gather/fetch_more')).toBeVisible();
  const prompt = app.inspector.getByLabel('Prompt', { exact: true });
  await expect(prompt).toBeFocused();
  expect(
    await prompt.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd)),
  ).toBe('fetch');

  // From the list by keyboard, into a field that is further down.
  await page.keyboard.press('Control+f');
  await panel(app).getByLabel('Find', { exact: true }).focus();
  await panel(app).getByRole('button', { name: 'Match case' }).click();
  await panel(app).getByLabel('Find', { exact: true }).press('ArrowDown');
  await expect(panel(app).getByRole('tree')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(app.inspector.getByLabel('Script', { exact: true })).toBeFocused();

  // What is replaced is shown before; what is left out stays; ids take their references along.
  await panel(app).getByRole('button', { name: 'Replace', exact: true }).click();
  await panel(app).getByLabel('Replace with').fill('load');
  await expect(rows(app).filter({ hasText: 'Go on from' }).locator('del')).toHaveText('fetch');
  await expect(rows(app).filter({ hasText: 'Go on from' }).locator('ins')).toHaveText('load');
  await rows(app).filter({ hasText: 'echo' }).locator('[data-box]').click();
  await panel(app)
    .getByRole('button', { name: /^Replace \d+$/ })
    .click();
  await expect(panel(app).getByRole('status')).toContainText('Replaced 4 places.');
  await expectSaved(app, /load_more:\s+description: Go on from \{\{load\}\}\s+condition: tasks.load.status/);
  const after = await savedText(app);
  expect(after).toContain('echo fetch');
  expect(after).toContain('depends_on: [load_more]');

  await panel(app).getByRole('button', { name: 'Close the search' }).click();
  await expect(app.canvas).toBeFocused();
  await page.keyboard.press('Control+z');
  await expectSaved(app, /Go on from \{\{fetch\}\}/);
  expect(await savedText(app)).toBe(before);
  await page.keyboard.press('Control+y');
  await expectSaved(app, /Go on from \{\{load\}\}/);
  expect(await savedText(app)).toBe(after);
  await page.reload();
  await expect(app.node('gather/load_more')).toBeVisible();
});
