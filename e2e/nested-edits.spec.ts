import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectNotSaved, expectSaved } from './support/saved-text';

const workflow = `default_model: sim:echo
tasks:
  start: { description: Begin }
  gather:
    type: group
    inputs: { tone: calm }
    subtasks:
      web: { description: Search the web }
      merge: { description: "Join {{web}} in {{tone}}", depends_on: [web] }
  steps:
    type: sequential
    steps:
      - { id: one, description: First }
      - { id: two, description: Second }
      - { id: three, description: Third }
  each: { type: map, items: [a, b], inner_task: { name: sum_up, description: "Sum up {{item}}" } }
layout:
  tasks:
    start: [0, 0]
    gather: [300, 0]
    steps: [0, 260]
    each: [860, 260]
  notes:
    - { text: Aside, at: [0, 140], size: [120, 60] }
`;

/** A free point in a container, near its lower right corner. */
async function cornerOf(canvas: Canvas, app: App, id: string) {
  const { x, y, width, height } = await canvas.box(app.node(id));
  return { x: x + width - 8, y: y + height - 8 };
}

// What keys and menus do to tasks within others is tried as a component; here is what only a pointer can do.
test('a task is dragged into a group, out again, between two steps, and onto a taken slot; a note into a group', async ({
  app,
  page,
}) => {
  await app.openText(workflow);
  await app.select('start');
  await expect(app.node('each')).toBeVisible();
  await app.canvas.focus();
  await page.keyboard.press('Escape');
  const canvas = new Canvas(app);
  await canvas.carry(await canvas.middle('start'), await cornerOf(canvas, app, 'each'));
  await expect(app.node('each')).toHaveAttribute('data-target', 'refused');
  await expect(app.node('each')).toContainText('has its task “for each item” already');
  await page.mouse.up();
  await expect(app.messages).toContainText('Move that out first');
  await app.messages.getByRole('button', { name: 'Replace it' }).click();
  await expectNotSaved(app, 'sum_up');
  await expectSaved(app, /inner_task:[\s\S]*Begin/);
  await page.keyboard.press('Control+z');
  await expectSaved(app, 'sum_up');

  await canvas.carry(await canvas.middle('start'), await cornerOf(canvas, app, 'gather'));
  await expect(app.node('gather')).toHaveAttribute('data-target', 'free');
  await page.mouse.up();
  await expect(app.node('gather/start')).toBeVisible();
  await expectSaved(app, /subtasks:[\s\S]*start: ?\{? ?\n? *description: Begin/);
  await page.keyboard.press('Control+z');
  await expect(app.node('start')).toBeVisible();
  await page.keyboard.press('Control+y');
  await expect(app.node('gather/start')).toBeVisible();

  await canvas.settle('gather/start');
  await canvas.drag(await canvas.middle('gather/start'), await canvas.at(-140, 70));
  await expect(app.node('start')).toBeVisible();

  const note = app.canvas.getByRole('group', { name: 'Note: Aside', exact: true });
  const [from, group] = [await canvas.box(note), await canvas.box(app.node('gather'))];
  await canvas.drag({ x: from.x + 10, y: from.y + 10 }, { x: group.x + 30, y: group.y + group.height - 8 });
  await expectSaved(app, /in: gather/);
  // The container has grown around it.
  await expect.poll(async () => (await canvas.box(app.node('gather'))).height).toBeGreaterThan(group.height + 20);

  await canvas.settle('steps');
  const between = await canvas.middle('steps/two');
  await canvas.carry(await canvas.middle('start'), { x: between.x - 70, y: between.y + 20 });
  await expect(app.node('steps')).toHaveAttribute('data-target', 'free');
  await expect(app.node('steps').locator('[data-insertion="1"]')).toBeAttached();
  await page.mouse.up();
  await expectSaved(app, /id: one[\s\S]*id: start[\s\S]*id: two/);

  // In a group a wire that ends on nothing asks what it leads to, and what is dropped on an edge is put into it.
  await app.dragWire('gather/merge', await cornerOf(canvas, app, 'gather'));
  await canvas.addMenu.fill('atomic');
  await page.keyboard.press('Enter');
  await expect(app.edge('merge', 'atomic_1')).toBeAttached();
  await expect(app.node('gather/atomic_1')).toBeVisible();
  await canvas.settle('gather/merge');
  const [start, end] = [await canvas.port('gather/web', 'out'), await canvas.port('gather/merge', 'in')];
  await app.dragFromPalette('Script', { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 });
  await expect(app.edge('web', 'script_1')).toBeAttached();
  await expect(app.edge('script_1', 'merge')).toBeAttached();
  await app.isSaved();
  await app.reload();
  await app.select('start');
  await expect(app.node('steps/start')).toBeVisible();
});
