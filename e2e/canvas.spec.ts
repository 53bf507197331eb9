import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectNotSaved, expectSaved, savedText } from './support/saved-text';

/** Three tasks in a row, the first two connected, and an unconnected fourth below. */
const chain = `heddle: 1
name: Chain
default_model: sim:default
tasks:
  first: # the comment of first
    description: Say one
  second:
    description: Say two after {{first}}
    depends_on: [first]
  third:
    description: Say three
  alone:
    description: Stand alone
layout:
  tasks:
    first: [0, 0]
    second: [280, 0]
    third: [560, 0]
    alone: [0, 200]
`;

const button = (app: App, name: string) => app.topBar.getByRole('button', { name, exact: true });

test.describe('adding a task', () => {
  test('by dragging a type from the palette onto the canvas', { tag: '@main' }, async ({ app, page }) => {
    await app.openBlank();
    const canvas = new Canvas(app);
    await page
      .getByRole('list', { name: 'Task types' })
      .getByRole('button', { name: 'Script' })
      .dragTo(canvas.root, { targetPosition: { x: 300, y: 200 } });
    await expect(app.node('script_1')).toBeVisible();
    const box = await canvas.box(app.node('script_1'));
    const at = await canvas.at(300, 200);
    expect(at.x).toBeGreaterThan(box.x);
    expect(at.x).toBeLessThan(box.x + box.width);
    await expectSaved(app, 'script_1');
  });

  test('by a click or Enter in the palette, each beside what is there', async ({ app, page }) => {
    await app.openBlank();
    const canvas = new Canvas(app);
    const types = page.getByRole('list', { name: 'Task types' });
    await types.getByRole('button', { name: 'Atomic' }).click();
    // Its second by keyboard.
    await types.getByRole('button', { name: 'Atomic' }).press('Enter');
    await canvas.expectTasks(2);
    const [one, two] = [await canvas.box(app.node('atomic_1')), await canvas.box(app.node('atomic_2'))];
    expect(two.y >= one.y + one.height || two.x >= one.x + one.width).toBe(true);
  });

  test('by a double click on the empty canvas, where the click was', async ({ app, page }) => {
    await app.openBlank();
    const canvas = new Canvas(app);
    const at = await canvas.at(250, 180);
    await page.mouse.dblclick(at.x, at.y);
    await expect(canvas.addMenu).toBeFocused();
    await page.keyboard.type('scr');
    await page.keyboard.press('Enter');
    await expect(app.node('script_1')).toBeVisible();
    const middle = await canvas.middle('script_1');
    expect(Math.hypot(middle.x - at.x, middle.y - at.y)).toBeLessThan(4);
    await expect(canvas.root).toBeFocused();
  });

  test('by N, and Esc closes the menu without one', async ({ app, page }) => {
    await app.openBlank();
    const canvas = new Canvas(app);
    await page.keyboard.press('n');
    await expect(canvas.addMenu).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(canvas.addMenu).toBeHidden();
    await canvas.expectTasks(0);
    await page.keyboard.press('n');
    await page.getByRole('option', { name: 'Atomic' }).click();
    await expect(app.node('atomic_1')).toBeVisible();
  });

  test('by N after the selected one, connected, in the first free row, and the view stays', async ({ app, page }) => {
    await app.openText(chain);
    const canvas = new Canvas(app);
    const before = await canvas.transform();
    await app.node('first').click();
    const [first, second] = [await canvas.box(app.node('first')), await canvas.box(app.node('second'))];
    await app.canvas.focus();
    await page.keyboard.press('n');
    await expect(canvas.addMenu).toBeFocused();
    await page.keyboard.type('script');
    await page.keyboard.press('Enter');
    await expect(app.edge('first', 'script_1')).toBeAttached();
    const added = await canvas.box(app.node('script_1'));
    const zoom = first.width / 200;
    expect(added.x - first.x).toBeCloseTo(260 * zoom, 0);
    expect(await canvas.box(app.node('second'))).toEqual(second);
    expect(await canvas.transform()).toBe(before);
  });

  test('by dropping a wire on empty space, which connects it', async ({ app, page }) => {
    await app.openText(chain);
    const canvas = new Canvas(app);
    const from = await canvas.port('alone', 'out');
    await canvas.drag(from, { x: from.x + 160, y: from.y + 40 });
    await expect(canvas.addMenu).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(app.edge('alone', 'atomic_1')).toBeVisible();

    const into = await canvas.port('first', 'in');
    await canvas.drag(into, { x: into.x - 20, y: into.y + 100 });
    await page.getByRole('listbox', { name: 'Task types' }).getByRole('option', { name: 'Script' }).click();
    await expect(app.edge('script_1', 'first')).toBeVisible();
    await expectSaved(app, /first:[^\n]*\n(?: {4}.*\n)* {4}depends_on: \[script_1\]/);
  });
});

test.describe('wires', () => {
  test('connect by a drag from port to port, and from a port to anywhere on a task', { tag: '@main' }, async ({
    app,
  }) => {
    await app.openText(chain);
    const canvas = new Canvas(app);
    await canvas.connect('second', 'third');
    await expect(app.edge('second', 'third')).toBeVisible();
    await canvas.drag(await canvas.port('alone', 'out'), await canvas.middle('third'));
    await expect(app.edge('alone', 'third')).toBeVisible();
    await expectSaved(app, 'depends_on: [second, alone]');
  });

  test('that would make a circle, a duplicate, or a task wait for itself are refused with the reason', async ({
    app,
    page,
  }) => {
    await app.openText(chain);
    const canvas = new Canvas(app);
    const before = await savedText(app);
    const count = await canvas.edges.count();
    for (const { from, to, reason } of [
      { from: 'second', to: 'first', reason: /already waits for .* make a cycle/ },
      { from: 'first', to: 'second', reason: '“second” already waits for “first”.' },
      { from: 'alone', to: 'alone', reason: '“alone” cannot wait for itself.' },
    ]) {
      await canvas.carry(await canvas.port(from, 'out'), await canvas.port(to, 'in'));
      await expect(canvas.said).toHaveText(reason);
      await page.mouse.up();
      await expect(canvas.edges).toHaveCount(count);
    }
    await app.isSaved();
    expect(await savedText(app)).toBe(before);
  });

  test('move an end to another task', async ({ app }) => {
    await app.openText(chain);
    const canvas = new Canvas(app);
    const end = await canvas.port('second', 'in');
    await canvas.drag({ x: end.x - 22, y: end.y }, await canvas.port('third', 'in'));
    await expect(app.edge('first', 'third')).toBeVisible();
    await expect(app.edge('first', 'second')).toBeHidden();
    await button(app, 'Undo').click();
    await expect(app.edge('first', 'second')).toBeVisible();
    await expect(app.edge('first', 'third')).toBeHidden();
  });

  test('are selected by a click and deleted', async ({ app, page }) => {
    await app.openText(chain);
    const canvas = new Canvas(app);
    await canvas.clickEdge('first', 'second');
    await expect(canvas.said).toHaveText('Edge selected: second runs after first');
    await page.keyboard.press('Delete');
    await expect(canvas.edges).toHaveCount(0);
    await canvas.expectTasks(4);
    await expectNotSaved(app, 'depends_on');
  });
});

test.describe('selecting', () => {
  test('adds by Shift+click, and takes in what a marquee touches', async ({ app, page }) => {
    await app.openText(chain);
    const canvas = new Canvas(app);
    await app.node('first').click();
    await expect(canvas.selected).toHaveText(['first']);
    await app.node('third').click({ modifiers: ['Shift'] });
    await expect(canvas.said).toHaveText('2 tasks selected');
    await app.node('third').click({ modifiers: ['Shift'] });
    await expect(canvas.selected).toHaveText(['first']);

    const [first, second] = [await canvas.box(app.node('first')), await canvas.box(app.node('second'))];
    await canvas.drag({ x: first.x - 30, y: first.y - 30 }, { x: second.x + 20, y: second.y + 20 });
    await expect(canvas.selected).toHaveText(['first', 'second']);
    await page.keyboard.press('Escape');
    await expect(canvas.selected).toHaveCount(0);
    await page.keyboard.press('Control+a');
    await expect(canvas.said).toHaveText('4 tasks selected');
  });

  test('deletes several tasks with their wires, which one undo brings back', async ({ app, page }) => {
    await app.openText(chain);
    const canvas = new Canvas(app);
    const before = await savedText(app);
    await app.node('first').click();
    await app.node('alone').click({ modifiers: ['Shift'] });
    await page.keyboard.press('Delete');
    await canvas.expectTasks(2);
    await expect(canvas.edges).toHaveCount(0);
    await expectNotSaved(app, 'the comment of first');
    await button(app, 'Undo').click();
    await canvas.expectTasks(4);
    await expect(app.edge('first', 'second')).toBeVisible();
    await expect.poll(() => savedText(app)).toBe(before);
  });

  test('moves all that is selected by one drag, as one step', async ({ app }) => {
    await app.openText(chain);
    const canvas = new Canvas(app);
    await app.node('first').click();
    await app.node('second').click({ modifiers: ['Shift'] });
    await canvas.moveBy('first', 40, 60);
    const text = await expectSaved(app, 'first: [40, 60]');
    expect(text).toContain('second: [320, 60]');
    expect(text).toContain('third: [560, 0]');
    expect(text).toContain('# the comment of first');
    await button(app, 'Undo').click();
    await expectSaved(app, 'first: [0, 0]');
    await expect(button(app, 'Undo')).toBeDisabled();
  });
});

test.describe('the clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('holds YAML, which pastes as tasks with names of their own', async ({ app, page }) => {
    await app.openText(chain);
    const canvas = new Canvas(app);
    await app.node('first').click();
    await app.node('second').click({ modifiers: ['Shift'] });
    await page.keyboard.press('Control+c');
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain('description: Say one');
    expect(await copied()).toContain('depends_on: [first]');
    await page.keyboard.press('Control+v');
    await canvas.expectTasks(6);
    await expect(canvas.said).toHaveText('2 tasks selected');
    const pasted = await expectSaved(app, 'depends_on: [first_2]');
    expect(pasted).toContain('Say two after {{first_2}}');
    await button(app, 'Undo').click();
    await canvas.expectTasks(4);
  });

  test('takes what is cut, and gives it back', async ({ app, page }) => {
    await app.openText(chain);
    const canvas = new Canvas(app);
    await app.node('alone').click();
    await page.keyboard.press('Control+x');
    await canvas.expectTasks(3);
    await page.keyboard.press('Control+v');
    await expect(app.node('alone')).toBeVisible();
    await canvas.expectTasks(4);
  });

  test('refuses what is no workflow, and says so', async ({ app, page }) => {
    await app.openText(chain);
    await page.evaluate(() => navigator.clipboard.writeText('just a sentence'));
    await app.canvas.focus();
    await page.keyboard.press('Control+v');
    await expect(app.messages).toContainText('Nothing was pasted');
    await new Canvas(app).expectTasks(4);
  });

  test('is not needed to duplicate', async ({ app, page }) => {
    await app.openText(chain);
    await app.node('alone').click();
    await page.keyboard.press('Control+d');
    await expect(app.node('alone_2')).toBeVisible();
    await expectSaved(app, /alone_2:\n {4}description: Stand alone/);
  });
});

test.describe('history', () => {
  test('takes back a burst of nudges as one step', async ({ app, page }) => {
    await app.openText(chain);
    await app.node('third').click();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(`Control+${key}`);
    await expectSaved(app, 'third: [580, 10]');
    await button(app, 'Undo').click();
    await expectSaved(app, 'third: [560, 0]');
    await expect(button(app, 'Undo')).toBeDisabled();
  });

  test('takes back a tidy-up as one step', async ({ app, page }) => {
    await app.openText(chain);
    const before = await savedText(app);
    await app.canvas.focus();
    await page.keyboard.press('Shift+Alt+t');
    await expect.poll(() => savedText(app)).not.toBe(before);
    await button(app, 'Undo').click();
    await expect.poll(() => savedText(app)).toBe(before);
    await button(app, 'Redo').click();
    await expect.poll(() => savedText(app)).not.toBe(before);
  });

  test('goes back and forth, also after a reload', async ({ app, page }) => {
    await app.openText(chain);
    const canvas = new Canvas(app);
    await canvas.connect('second', 'third');
    await expect(app.edge('second', 'third')).toBeVisible();
    await app.node('alone').click();
    await page.keyboard.press('Delete');
    await canvas.expectTasks(3);
    await expectNotSaved(app, 'alone');
    await app.reload();
    await canvas.expectTasks(3);
    await app.canvas.focus();
    await page.keyboard.press('Control+z');
    await canvas.expectTasks(4);
    await page.keyboard.press('Control+z');
    await expect(app.edge('second', 'third')).toBeHidden();
    await page.keyboard.press('Control+y');
    await expect(app.edge('second', 'third')).toBeVisible();
    await page.keyboard.press('Control+Shift+z');
    await canvas.expectTasks(3);
    await expect(button(app, 'Redo')).toBeDisabled();
  });
});

test.describe('dropping on a wire', () => {
  test('inserts a task that stands alone', async ({ app }) => {
    await app.openText(chain);
    const canvas = new Canvas(app);
    const [start, end] = [await canvas.port('first', 'out'), await canvas.port('second', 'in')];
    await canvas.drag(await canvas.middle('alone'), { x: (start.x + end.x) / 2, y: start.y });
    await expect(app.edge('first', 'alone')).toBeVisible();
    await expect(app.edge('alone', 'second')).toBeVisible();
    await expect(app.edge('first', 'second')).toBeHidden();
  });

  test('inserts a new task from the palette', async ({ app }) => {
    await app.openText(chain);
    const canvas = new Canvas(app);
    const [start, end] = [await canvas.port('first', 'out'), await canvas.port('second', 'in')];
    await app.dragFromPalette('Script', { x: (start.x + end.x) / 2, y: start.y });
    await expect(app.edge('first', 'script_1')).toBeVisible();
    await expect(app.edge('script_1', 'second')).toBeVisible();
  });
});

test.describe('the viewport', () => {
  test('pans by the wheel, zooms by Ctrl+wheel, the control and keys', async ({ app, page }) => {
    await app.openText(chain);
    const canvas = new Canvas(app);
    const before = await canvas.middle('first');
    const at = await canvas.at(200, 60);
    await page.mouse.move(at.x, at.y);
    await page.mouse.wheel(0, 80);
    await expect.poll(async () => (await canvas.middle('first')).y).toBeLessThan(before.y);
    expect(await canvas.percent()).toBe(100);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, 200);
    await page.keyboard.up('Control');
    await expect.poll(() => canvas.percent()).toBeLessThan(100);
    await canvas.zoom.getByRole('button', { name: /^Zoom \d/ }).click();
    await expect.poll(() => canvas.percent()).toBe(100);
    await canvas.zoom.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => canvas.percent()).toBe(125);
    await app.canvas.focus();
    await page.keyboard.press('-');
    await expect.poll(() => canvas.percent()).toBe(100);
    await canvas.zoom.getByRole('button', { name: 'Show everything' }).click();
    await expect.poll(async () => (await canvas.middle('first')).y).toBeCloseTo(before.y, 0);
  });

  test('goes where the map is pressed', async ({ app, page }) => {
    await app.openText(chain);
    const canvas = new Canvas(app);
    const before = await canvas.middle('third');
    // Everything is in sight: then it is there only if it is asked for.
    await expect(page.getByRole('img', { name: 'Map of the workflow' })).toBeHidden();
    await app.canvas.focus();
    await page.keyboard.press('m');
    const map = await canvas.box(page.getByRole('img', { name: 'Map of the workflow' }));
    await page.mouse.click(map.x + map.width - 12, map.y + map.height / 2);
    await expect.poll(async () => (await canvas.middle('third')).x).toBeLessThan(before.x - 50);
  });

  test('shows blocks on one canvas below 40 %, and tasks again above', async ({ app }) => {
    await app.openText(chain);
    const canvas = new Canvas(app);
    await expect(canvas.nodes).toHaveCount(4);
    for (let times = 0; times < 5; times += 1) await canvas.zoom.getByRole('button', { name: 'Zoom out' }).click();
    await expect(canvas.nodes).toHaveCount(0);
    await expect(canvas.overview).toHaveAttribute('data-tasks', '4');
    await expect(canvas.overview).toHaveAttribute('data-names', '4');
    await canvas.zoom.getByRole('button', { name: /^Zoom \d/ }).click();
    await expect(canvas.nodes).toHaveCount(4);
    await expect(canvas.overview).toBeHidden();
  });

  test('selects and moves blocks among hundreds of tasks', async ({ app }) => {
    const [columns, rows] = [20, 17];
    const ids = Array.from({ length: columns * rows }, (_, index) => `t${index}`);
    const place = (index: number) => [(index % columns) * 272, Math.floor(index / columns) * 114] as const;
    await app.openText(
      `heddle: 1\nname: Many\ndefault_model: sim:default\ntasks:\n${ids.map((id) => `  ${id}: { description: Say ${id} }\n`).join('')}layout:\n  tasks:\n${ids.map((id, index) => `    ${id}: [${place(index).join(', ')}]\n`).join('')}`,
    );
    const canvas = new Canvas(app);
    await canvas.expectTasks(340);
    await expect(canvas.overview).toHaveAttribute('data-tasks', '340');
    const { x, y } = await canvas.box(app.canvas);
    const [shiftX = 0, shiftY = 0, zoom = 1] = (await canvas.transform()).match(/-?[\d.]+/g)?.map(Number) ?? [];
    const middleOf = (index: number) => ({
      x: x + shiftX + (place(index)[0] + 100) * zoom,
      y: y + shiftY + (place(index)[1] + 37) * zoom,
    });
    const { mouse } = app.page;
    await mouse.click(middleOf(130).x, middleOf(130).y);
    await expect(app.inspector.getByRole('heading', { name: 't130', level: 2 })).toBeVisible();
    const from = middleOf(130);
    await canvas.drag(from, { x: from.x + 100 * zoom, y: from.y + 300 * zoom });
    const [left, top] = place(130);
    await expect
      .poll(async () =>
        /t130: \[(-?\d+(?:\.\d+)?), (-?\d+(?:\.\d+)?)\]/
          .exec(await savedText(app))
          ?.slice(1)
          .map(Number),
      )
      .toEqual([expect.closeTo(left + 100, -0.5), expect.closeTo(top + 300, -0.5)]);

    // They come a few at a time, with the blocks of the others below them until all are there.
    await canvas.zoom.getByRole('button', { name: /^Zoom \d/ }).click();
    await expect(canvas.overview).toBeHidden();
    expect(await canvas.nodes.count()).toBeGreaterThan(12);
  });
});

test('a model that ended is told of with what takes its place, and one fix changes all of its places', async ({
  app,
}) => {
  await app.openText(
    'default_model: "openai:gpt-4.1-nano"\ntasks:\n  one: { description: One. }\n  two: { description: Two., model: "openai:gpt-4.1-nano" }\n',
  );
  await button(app, '2 problems').click();
  await expect(app.dialog).toContainText('openai:gpt-4.1-nano has ended');
  await expect(app.dialog).toContainText('openai:gpt-5.6-luna takes its place, at');
  await app.dialog.getByRole('button', { name: 'Change to openai:gpt-5.6-luna in all 2 places' }).first().click();
  await expect(app.dialog).not.toContainText('has ended');
  await expect.poll(async () => (await savedText(app)).match(/gpt-5\.6-luna/g)?.length).toBe(2);
});

test('problems are counted, marked on the task, and listed with a jump to their place', async ({ app }) => {
  await app.openText(`${chain.replace('Say two after {{first}}', 'Say two after {{fist}}')}`);
  const canvas = new Canvas(app);
  await expect(app.node('second').getByRole('img', { name: /1 problem|1 error/ })).toBeVisible();
  await button(app, '1 problem').click();
  await expect(app.dialog.getByRole('heading', { name: 'Problems' })).toBeVisible();
  await app.dialog.getByRole('button', { name: /fist/ }).first().click();
  await expect(app.dialog).toBeHidden();
  await expect(canvas.selected).toHaveText(['second']);
  await expect(app.inspector.getByRole('heading', { level: 2 })).toHaveText('second');
});

/** Five tasks that the canvas places itself. */
const unplaced = `heddle: 1
name: Unplaced
default_model: sim:default
tasks:
  one: { description: Say one }
  two: { description: Say two, depends_on: [one] }
  three: { description: Say three, depends_on: [one] }
  four: { description: Say four, depends_on: [two, three] }
  five: { description: Say five, depends_on: [four] }
`;

test.describe('what nobody touched', () => {
  test('stays where it is: a drop lies under the pointer, a drag moves one task only', async ({ app }) => {
    await app.openText(unplaced);
    const canvas = new Canvas(app);
    const ids = ['one', 'two', 'three', 'four', 'five'];
    const measure = async () => {
      const boxes = await Promise.all(ids.map((id) => canvas.box(app.node(id))));
      return boxes.map(({ x, y }) => [Math.round(x), Math.round(y)]);
    };
    await canvas.settle('five');
    const from = await canvas.middle('three');
    const before = await measure();
    await canvas.drag(from, { x: from.x + 20, y: from.y + 90 });
    await expectSaved(app, /layout:/);
    const after = await measure();
    for (const [index, id] of ids.entries()) {
      const by = [0, 1].map((axis) => Math.abs((after[index]?.[axis] ?? 0) - (before[index]?.[axis] ?? 0)));
      if (id === 'three') expect(by[1]).toBeGreaterThan(60);
      else expect(Math.max(...by)).toBeLessThanOrEqual(1);
    }

    const view = await canvas.transform();
    const free = await canvas.at(200, -90);
    await app.dragFromPalette('Script', free);
    const dropped = await canvas.middle('script_1');
    expect(Math.hypot(dropped.x - free.x, dropped.y - free.y)).toBeLessThan(8);
    // So it is on a wire.
    const [start, end] = [await canvas.port('one', 'out'), await canvas.port('two', 'in')];
    const onWire = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
    await app.dragFromPalette('Atomic', onWire);
    await expect(app.edge('one', 'atomic_1')).toBeAttached();
    const between = await canvas.middle('atomic_1');
    expect(Math.hypot(between.x - onWire.x, between.y - onWire.y)).toBeLessThan(8);
    expect(await canvas.transform()).toBe(view);
  });

  test('has its name from 25 to 40 % zoom', async ({ app }) => {
    await app.openText(unplaced);
    const canvas = new Canvas(app);
    await expect(canvas.nodes).toHaveCount(5);
    for (let times = 0; times < 5; times += 1) await canvas.zoom.getByRole('button', { name: 'Zoom out' }).click();
    await expect(canvas.overview).toHaveAttribute('data-tasks', '5');
    await expect(canvas.overview).toHaveAttribute('data-names', '5');
  });
});
