import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectNotSaved, expectSaved, savedText } from './support/saved-text';

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
  choose:
    type: cond
    cases:
      - { test: "size(variables) == 0", task: { name: post, description: Post it } }
  each: { type: map, items: [a, b], inner_task: { name: sum_up, description: "Sum up {{item}}" } }
layout:
  tasks:
    start: [0, 0]
    gather: [300, 0]
    steps: [0, 260]
    choose: [860, 0]
    each: [860, 260]
`;

async function open(app: App): Promise<Canvas> {
  await app.openText(workflow);
  await app.select('start');
  await expect(app.node('each')).toBeVisible();
  await app.canvas.focus();
  await app.page.keyboard.press('Escape');
  return new Canvas(app);
}

const container = (app: App, name: string) => app.canvas.getByRole('group', { name: new RegExp(`^${name}, `) });

/** A free point in a container, near its lower right corner. */
async function cornerOf(canvas: Canvas, app: App, id: string) {
  const { x, y, width, height } = await canvas.box(app.node(id));
  return { x: x + width - 8, y: y + height - 8 };
}

test('a task is dragged into a group, out again, and between two containers, each as one step', async ({
  app,
  page,
}) => {
  const canvas = await open(app);
  await canvas.carry(await canvas.middle('start'), await cornerOf(canvas, app, 'gather'));
  await expect(app.node('gather')).toHaveAttribute('data-target', 'free');
  await page.mouse.up();
  await expect(app.node('gather/start')).toBeVisible();
  await expectSaved(app, /subtasks:[\s\S]*start: ?\{? ?\n? *description: Begin|subtasks:[\s\S]*start:[\s\S]*Begin/);
  await page.keyboard.press('Control+z');
  await expect(app.node('gather/start')).toHaveCount(0);
  await expect(app.node('start')).toBeVisible();
  await page.keyboard.press('Control+y');
  await expect(app.node('gather/start')).toBeVisible();

  await canvas.settle('gather/start');
  const free = await canvas.at(-140, 70);
  await canvas.drag(await canvas.middle('gather/start'), free);
  await expect(app.node('start')).toBeVisible();

  await canvas.settle('steps');
  const between = await canvas.middle('steps/two');
  await canvas.carry(await canvas.middle('start'), { x: between.x - 70, y: between.y + 20 });
  await expect(app.node('steps')).toHaveAttribute('data-target', 'free');
  await expect(app.node('steps').locator('[data-insertion="1"]')).toBeAttached();
  await page.mouse.up();
  await expectSaved(app, /id: one[\s\S]*id: start[\s\S]*id: two/);
  await app.reload();
  await app.select('start');
  await expect(app.node('steps/start')).toBeVisible();
});

test('where a task cannot be is said while it is dragged; a taken slot is replaced only when asked', async ({
  app,
  page,
}) => {
  const canvas = await open(app);
  const target = await cornerOf(canvas, app, 'each');
  await canvas.carry(await canvas.middle('start'), target);
  await expect(app.node('each')).toHaveAttribute('data-target', 'refused');
  await expect(app.node('each')).toContainText('has its task “for each item” already');
  await page.mouse.up();
  await expect(app.messages).toContainText('Move that out first');
  await expect(app.node('start')).toBeVisible();
  await expectSaved(app, 'sum_up');
  await app.messages.getByRole('button', { name: 'Replace it' }).click();
  await expectNotSaved(app, 'sum_up');
  await expectSaved(app, /inner_task:[\s\S]*Begin/);
  await page.keyboard.press('Control+z');
  await expectSaved(app, 'sum_up');
});

test('steps and cases are put in another order by drag and by keys', async ({ app, page }) => {
  const canvas = await open(app);
  const two = await canvas.middle('steps/two');
  const three = await canvas.middle('steps/three');
  await canvas.drag(await canvas.middle('steps/one'), { x: (two.x + three.x) / 2, y: two.y + 10 });
  await expectSaved(app, /id: two[\s\S]*id: one[\s\S]*id: three/);
  await page.keyboard.press('Control+z');
  await expectSaved(app, /id: one[\s\S]*id: two[\s\S]*id: three/);
  await app.select('three');
  await app.canvas.focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await expectSaved(app, /id: three[\s\S]*id: one[\s\S]*id: two/);
  await page.keyboard.press('Alt+ArrowDown');
  await expectSaved(app, /id: one[\s\S]*id: three[\s\S]*id: two/);
  // A second case has a test of its own.
  await app.select('choose');
  await app.canvas.focus();
  await page.mouse.move(2, 2);
  await page.keyboard.press('n');
  await canvas.addMenu.fill('script');
  await page.keyboard.press('Enter');
  await expect(app.node('choose/case:2')).toBeVisible();
  await expectSaved(app, 'has(variables.DRAFT)');
});

test('cases change places by drag and by keys with their tests, and what is in a group is nudged and distributed', async ({
  app,
  page,
}) => {
  await app.openText(`default_model: sim:echo
tasks:
  choose:
    type: cond
    cases:
      - { test: "size(variables) == 1", task: { name: one, description: First } }
      - { test: "size(variables) == 2", task: { name: two, description: Second } }
      - { test: "size(variables) == 3", task: { name: three, description: Third } }
  gather:
    type: group
    subtasks:
      left: { description: Left }
      middle: { description: Middle }
      right: { description: Right }
layout:
  tasks:
    choose: [0, 0]
    gather: [400, 0]
    gather/left: [0, 0]
    gather/middle: [210, 110]
    gather/right: [600, 0]
`);
  const canvas = new Canvas(app);
  const order = (...names: string[]) => new RegExp(names.map((name) => `name: ${name}`).join('[\\s\\S]*'));
  await expect(app.node('choose/case:1')).toBeVisible();
  const before = await savedText(app);
  await app.select('three');
  await app.canvas.focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  const moved = await expectSaved(app, order('three', 'one', 'two'));
  expect(moved).toMatch(/== 3\s+task:\s+name: three/);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedText(app)).toBe(before);
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Control+y');
  await expect.poll(() => savedText(app)).toBe(moved);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedText(app)).toBe(before);
  const [one, three] = [await canvas.middle('choose/case:1'), await canvas.middle('choose/case:3')];
  await canvas.drag(one, { x: three.x, y: three.y + 30 });
  await expectSaved(app, order('two', 'three', 'one'));
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedText(app)).toBe(before);

  await app.select('middle');
  await app.canvas.focus();
  await page.keyboard.press('Control+ArrowDown');
  await expectSaved(app, 'gather/middle: [210, 120]');
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedText(app)).toBe(before);
  await app.select('left');
  for (const id of ['middle', 'right']) await app.node(`gather/${id}`).click({ modifiers: ['Control'] });
  await app.canvas.focus();
  await page.keyboard.press('Shift+Alt+h');
  await expectSaved(app, 'gather/middle: [300, 110]');
  await app.isSaved();
  await app.reload();
  await app.canvas.focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedText(app)).toBe(before);
});

test('a task that leaves its scope keeps what it can name; the rest is listed with fixes, in one step', async ({
  app,
  page,
}) => {
  await open(app);
  await app.select('merge');
  await app.canvas.focus();
  await page.keyboard.press('Shift+Alt+ArrowUp');
  await expectSaved(app, '{{gather.output.web}} in {{tone}}');
  await expect(app.messages).toContainText('One thing could not be kept');
  await app.messages.getByRole('button', { name: 'Show' }).click();
  await expect(app.dialog).toContainText('“merge” reads “tone” of “gather”, which is not around it any more.');
  await isAccessible(app, 'what a move could not keep', '[role=dialog]');
  await app.dialog.getByRole('button', { name: 'Copy “tone” from “gather”' }).click();
  await expect(app.dialog).toContainText('Fixed');
  await app.dialog.getByRole('button', { name: 'Done' }).click();
  await expectSaved(app, /merge:[\s\S]*inputs:[\s\S]*tone: calm/);
  const before = await savedText(app);
  await app.canvas.focus();
  await page.keyboard.press('Control+z');
  await expectSaved(app, '{{web}} in {{tone}}');
  await page.keyboard.press('Control+y');
  await expect.poll(() => savedText(app)).toBe(before);
});

test('tasks within others are copied, pasted, duplicated, cut, and land beside what is there', async ({
  app,
  page,
}) => {
  const canvas = await open(app);
  await app.select('two');
  await app.canvas.focus();
  await page.keyboard.press('Control+d');
  await expectSaved(app, /id: two\b[\s\S]*id: two_2[\s\S]*id: three/);
  await page.keyboard.press('Control+z');
  await app.select('web');
  await app.canvas.focus();
  await page.keyboard.press('Control+c');
  await app.select('gather');
  await app.canvas.focus();
  await page.keyboard.press('Control+v');
  await expect(app.node('gather/web_2')).toBeVisible();
  const boxes = await Promise.all(['gather/web', 'gather/merge', 'gather/web_2'].map((id) => canvas.box(app.node(id))));
  for (const [index, a] of boxes.entries())
    for (const b of boxes.slice(index + 1))
      expect(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(true);
  await page.keyboard.press('Control+x');
  await expect(app.node('gather/web_2')).toHaveCount(0);
  await app.select('steps');
  await app.canvas.focus();
  await page.keyboard.press('Control+v');
  await expectSaved(app, /id: three[\s\S]*id: web_2/);
});

test('in a group a task is added by double click, by a wire, on an edge, and joined when it is deleted', async ({
  app,
  page,
}) => {
  const canvas = await open(app);
  const inside = await cornerOf(canvas, app, 'gather');
  await page.mouse.dblclick(inside.x - 4, inside.y - 4);
  await canvas.addMenu.fill('script');
  await page.keyboard.press('Enter');
  await expect(app.node('gather/script_1')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(app.node('gather/script_1')).toHaveCount(0);

  const [start, end] = [await canvas.port('gather/web', 'out'), await canvas.port('gather/merge', 'in')];
  await app.dragFromPalette('Script', { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 });
  await expect(app.edge('web', 'script_1')).toBeAttached();
  await expect(app.edge('script_1', 'merge')).toBeAttached();
  const [web, script, merge] = await Promise.all(
    ['gather/web', 'gather/script_1', 'gather/merge'].map((id) => canvas.box(app.node(id))),
  );
  expect(script?.x).toBeGreaterThan((web?.x ?? 0) + (web?.width ?? 0));
  expect(merge?.x).toBeGreaterThan((script?.x ?? 0) + (script?.width ?? 0));
  await app.canvas.focus();
  await page.keyboard.press('Control+Delete');
  await expect(app.edge('web', 'merge')).toBeAttached();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expectNotSaved(app, 'script_1');

  await app.dragWire('gather/merge', await cornerOf(canvas, app, 'gather'));
  await canvas.addMenu.fill('atomic');
  await page.keyboard.press('Enter');
  await expect(app.edge('merge', 'atomic_1')).toBeAttached();
});

test('by keyboard a task is moved into a container, and a container is opened in full and left', async ({
  app,
  page,
}) => {
  const canvas = await open(app);
  await app.select('start');
  await app.canvas.focus();
  await page.keyboard.press('m');
  await expect(canvas.said).toContainText('Moving start');
  await page.keyboard.press('ArrowRight');
  await expect(canvas.said).toContainText('Enter moves start here');
  await expect(app.node('gather')).toHaveAttribute('data-target', 'free');
  await page.keyboard.press('Enter');
  await expect(app.node('gather/start')).toBeVisible();
  await page.keyboard.press('Control+z');

  await app.select('gather');
  await app.canvas.focus();
  await page.keyboard.press('Enter');
  const path = page.getByRole('navigation', { name: 'Opened container' });
  await expect(path).toContainText('gather');
  await expect(app.node('start')).toHaveCount(0);
  await expect(app.node('gather/web')).toBeVisible();
  await canvas.expectTasks(2);
  await page.keyboard.press('n');
  await canvas.addMenu.fill('script');
  await page.keyboard.press('Enter');
  await expect(app.node('gather/script_1')).toBeVisible();
  await app.isSaved();
  await app.reload();
  await expect(path).toContainText('gather');
  await canvas.expectTasks(3);
  await app.canvas.focus();
  await page.keyboard.press('Escape');
  await expect(path).toHaveCount(0);
  await canvas.expectTasks(5);
  await container(app, 'gather')
    .locator('[data-head]')
    .dblclick({ position: { x: 60, y: 10 } });
  await expect(path).toContainText('gather');
  await path.getByRole('button').first().click();
  await expect(path).toHaveCount(0);
});
