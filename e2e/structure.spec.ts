import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectSaved, savedText } from './support/saved-text';

const workflow = `default_model: sim:echo
tasks:
  # where it begins
  fetch: { description: Fetch }
  read: { description: "Read {{fetch}}", depends_on: [fetch] }
  sum: { description: "Sum up {{read}}", depends_on: [read] }
  report: { description: "Report {{sum}}", depends_on: [sum] }
  steps:
    type: sequential
    steps:
      - { id: one, description: First }
      - { id: two, description: "Second {{one}}" }
      - { id: three, description: "Third {{two}}" }
layout:
  tasks:
    fetch: [0, 0]
    read: [272, 0]
    sum: [544, 0]
    report: [816, 0]
    steps: [0, 260]
`;

async function open(app: App): Promise<Canvas> {
  await app.openText(workflow);
  await app.select('fetch');
  await app.canvas.focus();
  await app.page.keyboard.press('Escape');
  return new Canvas(app);
}

/** Selects tasks on the canvas by clicks. */
async function choose(canvas: Canvas, app: App, ...ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    const { x, y } = await canvas.middle(id);
    if (index > 0) await app.page.keyboard.down('Shift');
    await app.page.mouse.click(x, y);
    if (index > 0) await app.page.keyboard.up('Shift');
  }
}

const fromMenu = async (canvas: Canvas, app: App, id: string, name: string) => {
  const { x, y } = await canvas.middle(id);
  await app.page.mouse.click(x, y, { button: 'right' });
  await app.page.getByRole('menuitem', { name: 'Structure' }).click();
  await app.page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
};

test('tasks are grouped, ungrouped and wrapped, by keys and by the menu, at any depth, each as one step', async ({
  app,
  page,
}) => {
  const canvas = await open(app);
  const before = await canvas.box(app.node('read'));
  await choose(canvas, app, 'read', 'sum');
  await page.keyboard.press('Control+g');
  await expect(app.node('group_1/sum')).toBeVisible();
  await expect(canvas.said).toContainText('group_1');
  const grouped = await expectSaved(app, '{{group_1.output.sum}}');
  expect(grouped).toContain('# where it begins');
  // The group is where its tasks were, and what it would cover makes room.
  await canvas.settle('group_1');
  const group = await canvas.box(app.node('group_1'));
  const report = await canvas.box(app.node('report'));
  expect(Math.abs(group.x - before.x)).toBeLessThan(4);
  expect(report.x).toBeGreaterThan(group.x + group.width);

  await page.keyboard.press('Control+z');
  await expect(app.node('read')).toBeVisible();
  expect(await expectSaved(app, '"Report {{sum}}"')).toBe(workflow);
  await page.keyboard.press('Control+y');
  await expect(app.node('group_1/read')).toBeVisible();
  await app.reload();
  await app.select('read');
  await app.canvas.focus();
  // From a task in it, the group around it is meant.
  await page.keyboard.press('Control+Shift+g');
  await expect(app.node('read')).toBeVisible();
  await expectSaved(app, 'Report {{sum}}');

  await choose(canvas, app, 'steps/two', 'steps/three');
  await fromMenu(canvas, app, 'steps/three', 'Group');
  await expect(app.node('steps/sequence_1/two')).toBeVisible();
  await expect(canvas.said).toContainText('sequence_1');
  await page.keyboard.press('Control+Shift+g');
  await expect(app.node('steps/two')).toBeVisible();

  await choose(canvas, app, 'steps/one', 'steps/three');
  await page.keyboard.press('Control+g');
  await expect(app.messages).toContainText('Select steps that follow one another');

  await canvas.settle('sum');
  await fromMenu(canvas, app, 'sum', 'Wrap in a map');
  await expect(app.node('sum/inner_task')).toBeVisible();
  await expectSaved(app, /sum:\n\s+type: map[\s\S]*from: read/);
  await page.keyboard.press('Control+z');
  await fromMenu(canvas, app, 'sum', 'Wrap in a director');
  await expect(app.node('sum/evaluator')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(app.node('sum/evaluator')).toHaveCount(0);
  await app.select('sum');
  await page.keyboard.press('Control+k');
  await expect(app.dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('wrap in a loop');
  await page.keyboard.press('Enter');
  await expectSaved(app, /loop:[\s\S]*count: 3/);
  expect(await savedText(app)).toContain('# where it begins');
});

test('tasks become a function with a call in their place, and are inlined again', async ({ app, page }) => {
  const canvas = await open(app);
  await choose(canvas, app, 'read', 'sum');
  await fromMenu(canvas, app, 'sum', 'Extract to a function');
  await expect(app.messages).toContainText('“function” is a function of the library');
  const extracted = await expectSaved(app, /library:\n\s+function:/);
  expect(extracted).toContain('from: fetch');
  expect(extracted).toContain('{{group_1.output.sum}}');
  await page.keyboard.press('Control+z');
  await expect(app.node('read')).toBeVisible();
  expect(await expectSaved(app, '"Report {{sum}}"')).toBe(workflow);
  await page.keyboard.press('Control+y');
  await expect(app.node('read')).toHaveCount(0);
  await app.reload();
  await app.select('group_1');
  await app.canvas.focus();
  await page.keyboard.press('Control+k');
  await expect(app.dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('inline the function');
  await page.keyboard.press('Enter');
  await expect(app.node('group_1/read')).toBeVisible();
  await expectSaved(app, 'Read {{fetch}}');
  await page.keyboard.press('Control+Shift+g');
  await expectSaved(app, 'Report {{sum}}');
});
