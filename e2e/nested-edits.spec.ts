import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { isUndone, keeps } from './support/keeps';
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

/** Waits until a task is drawn before another, in the direction in which they follow one another. */
async function isBefore(canvas: Canvas, app: App, first: string, second: string): Promise<void> {
  const place = async (id: string) => {
    const { x, y } = await canvas.box(app.node(id));
    return x + y;
  };
  await expect.poll(async () => (await place(first)) < (await place(second))).toBe(true);
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
  const order = (...ids: string[]) => expectSaved(app, new RegExp(ids.map((id) => `id: ${id}`).join('[\\s\\S]*')));
  await keeps(app, {
    act: async () => {
      const two = await canvas.middle('steps/two');
      const three = await canvas.middle('steps/three');
      await canvas.drag(await canvas.middle('steps/one'), { x: (two.x + three.x) / 2, y: two.y + 10 });
    },
    shows: async () => {
      await order('two', 'one', 'three');
      await isBefore(canvas, app, 'steps/two', 'steps/one');
    },
  });
  await keeps(app, {
    act: () => moveUpTwice(app, 'three'),
    shows: async () => {
      await order('three', 'one', 'two');
      await isBefore(canvas, app, 'steps/three', 'steps/one');
    },
    steps: 2,
  });
  await app.select('three');
  await app.canvas.focus();
  await page.keyboard.press('Alt+ArrowUp');
  await order('one', 'three', 'two');
  await page.keyboard.press('Alt+ArrowDown');
  await order('one', 'two', 'three');
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

test('cases change places by drag and by keys with their tests, and what is in a group is nudged, distributed, aligned and tidied', async ({
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
  await keeps(app, {
    act: () => moveUpTwice(app, 'three'),
    shows: async () => {
      expect(await expectSaved(app, order('three', 'one', 'two'))).toMatch(/== 3\s+task:\s+name: three/);
      await expect(app.node('choose/case:1')).toContainText('three');
    },
    steps: 2,
  });
  await keeps(app, {
    act: async () => {
      const [one, three] = [await canvas.middle('choose/case:1'), await canvas.middle('choose/case:3')];
      await canvas.drag(one, { x: three.x, y: three.y + 30 });
    },
    shows: async () => {
      await expectSaved(app, order('two', 'three', 'one'));
      await expect(app.node('choose/case:3')).toContainText('one');
    },
  });
  await expect.poll(() => savedText(app)).toBe(before);

  await keeps(app, {
    act: async () => {
      await app.select('middle');
      await app.canvas.focus();
      await page.keyboard.press('Control+ArrowDown');
    },
    shows: () => expectSaved(app, 'gather/middle: [210, 120]'),
  });
  const three = async () => {
    await app.select('left');
    for (const id of ['middle', 'right']) await app.node(`gather/${id}`).click({ modifiers: ['Control'] });
    await app.canvas.focus();
  };
  const arrange = async (name: string) => {
    await three();
    await app.node('gather/left').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Align and distribute' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const [x, y] = [
    async (id: string) => (await canvas.box(app.node(`gather/${id}`))).x,
    async (id: string) => (await canvas.box(app.node(`gather/${id}`))).y,
  ];
  const distributed = async () => {
    await expectSaved(app, 'gather/middle: [300, 110]');
    await expect.poll(async () => 2 * (await x('middle')) - (await x('left')) - (await x('right'))).toBeCloseTo(0, 0);
  };
  await keeps(app, { act: () => arrange('Distribute horizontally'), shows: distributed });
  await isUndone(app, {
    act: async () => {
      await three();
      await page.keyboard.press('Shift+Alt+h');
    },
    shows: distributed,
  });
  const aligned = async () => {
    await expectSaved(app, 'gather/middle: [210, 0]');
    await expect.poll(async () => (await y('middle')) - (await y('left'))).toBeCloseTo(0, 0);
  };
  await keeps(app, { act: () => arrange('Align top'), shows: aligned });
  const tidied = async () => {
    await expectSaved(app, /gather\/left: \[0, 0\]\s+gather\/middle: \[0, [1-9]\d+\]/);
    await expect.poll(async () => (await x('middle')) - (await x('left'))).toBeCloseTo(0, 0);
  };
  await keeps(app, {
    act: () => arrange('Tidy up the selected tasks'),
    shows: tidied,
  });
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
  await app.reload();
  await app.select('merge');
  await expect(app.node('merge')).toBeVisible();
  await expect(app.field('Prompt')).toHaveValue('Join {{gather.output.web}} in {{tone}}');
});

test('tasks within others are copied, pasted, duplicated, cut, and land beside what is there', async ({
  app,
  page,
}) => {
  const canvas = await open(app);
  // The menu reads the clipboard itself; keys are given it.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const menu = async (id: string, name: string) => {
    const { x, y, width, height } = await canvas.box(app.node(id));
    await page.mouse.click(x + width - 8, y + height - 8, { button: 'right' });
    await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
  };
  const at = async (label: string, keys: string) => {
    await app.select(label);
    await app.canvas.focus();
    await page.keyboard.press(keys);
  };
  const duplicated = async () => {
    await expectSaved(app, /id: two\b[\s\S]*id: two_2[\s\S]*id: three/);
    await expect(app.node('steps/two_2')).toBeVisible();
  };
  await keeps(app, { act: () => at('two', 'Control+d'), shows: duplicated });
  await isUndone(app, { act: () => menu('steps/two', 'Duplicate'), shows: duplicated });

  const pasted = async () => {
    await expect(app.node('gather/web_2')).toBeVisible();
    const ids = ['gather/web', 'gather/merge', 'gather/web_2'];
    const boxes = await Promise.all(ids.map((id) => canvas.box(app.node(id))));
    for (const [index, a] of boxes.entries())
      for (const b of boxes.slice(index + 1))
        expect(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(
          true,
        );
  };
  await at('web', 'Control+c');
  await keeps(app, { act: () => at('gather', 'Control+v'), shows: pasted });
  await menu('gather/web', 'Copy');
  await keeps(app, { act: () => menu('gather', 'Paste'), shows: pasted });

  const cut = () => expect(app.node('gather/web')).toHaveCount(0);
  await keeps(app, { act: () => menu('gather/web', 'Cut'), shows: cut });
  await keeps(app, { act: () => at('web', 'Control+x'), shows: cut });
  await at('web', 'Control+x');
  await cut();
  await at('steps', 'Control+v');
  await expectSaved(app, /id: three[\s\S]*id: web/);
});

test('in a group a task is added by double click, by a wire, on an edge, and joined when it is deleted', async ({
  app,
  page,
}) => {
  const canvas = await open(app);
  await keeps(app, {
    act: async () => {
      const inside = await cornerOf(canvas, app, 'gather');
      await page.mouse.dblclick(inside.x - 4, inside.y - 4);
      await canvas.addMenu.fill('script');
      await page.keyboard.press('Enter');
    },
    shows: () => expect(app.node('gather/script_1')).toBeVisible(),
  });

  const inserted = async () => {
    await expect(app.edge('web', 'script_1')).toBeAttached();
    await expect(app.edge('script_1', 'merge')).toBeAttached();
    // What follows makes room, all the way.
    for (const [left, right] of [
      ['gather/web', 'gather/script_1'],
      ['gather/script_1', 'gather/merge'],
    ] as const) {
      const { x, width } = await canvas.box(app.node(left));
      await expect.poll(async () => (await canvas.box(app.node(right))).x).toBeGreaterThan(x + width);
    }
  };
  const insert = async () => {
    const [start, end] = [await canvas.port('gather/web', 'out'), await canvas.port('gather/merge', 'in')];
    await app.dragFromPalette('Script', { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 });
  };
  await keeps(app, { act: insert, shows: inserted });

  const atEnd = async () => {
    await expect(app.edge('merge', 'atomic_1')).toBeAttached();
    await expect(app.node('gather/atomic_1')).toBeVisible();
  };
  await keeps(app, {
    act: async () => {
      await app.dragWire('gather/merge', await cornerOf(canvas, app, 'gather'));
      await canvas.addMenu.fill('atomic');
      await page.keyboard.press('Enter');
    },
    shows: atEnd,
  });

  // Another start of the history: what is deleted was there before.
  await app.openText(
    workflow
      .replace('merge: {', 'mid: { description: "{{web}}", depends_on: [web] }\n      merge: {')
      .replace('"Join {{web}} in {{tone}}", depends_on: [web]', '"Join {{mid}} in {{tone}}", depends_on: [mid]'),
  );
  const joined = async () => {
    await expect(app.node('gather/mid')).toHaveCount(0);
    await expect(app.edge('web', 'merge')).toBeAttached();
  };
  await keeps(app, {
    act: async () => {
      await app.node('gather/mid').click({ button: 'right' });
      await page.getByRole('menuitem', { name: /^Delete, join/ }).click();
    },
    shows: joined,
  });
  await isUndone(app, {
    act: async () => {
      await app.select('mid');
      await app.canvas.focus();
      await page.keyboard.press('Control+Delete');
    },
    shows: joined,
  });
});

test('in a group a task is wrapped in a map, a loop or a director, by the menu and by words', async ({ app, page }) => {
  const canvas = await open(app);
  const byMenu = async (name: string) => {
    const { x, y } = await canvas.middle('gather/merge');
    await page.mouse.click(x, y, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Structure' }).click();
    await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
  };
  const byWords = async (name: string) => {
    await app.select('merge');
    await page.keyboard.press('Control+k');
    await expect(app.dialog.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  };
  for (const [name, part, text] of [
    ['Wrap in a map', 'gather/merge/inner_task', /merge:\s+(\{ )?type: map[\s\S]*from: web/],
    ['Wrap in a loop', 'gather/merge', /merge:[^}]*\}\}[^}]*\}\}[\s\S]*loop:[\s\S]*count: 3/],
    ['Wrap in a director', 'gather/merge/evaluator', /merge:\s+(\{ )?type: director/],
  ] as const) {
    const shows = async () => {
      await expect(app.node(part)).toBeVisible();
      await expectSaved(app, text);
    };
    await keeps(app, { act: () => byMenu(name), shows });
    await isUndone(app, { act: () => byWords(name), shows });
  }
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

/** Moves a task up by two places among those beside it, by keys: two steps of the edit history. */
async function moveUpTwice(app: App, name: string): Promise<void> {
  await app.select(name);
  await app.canvas.focus();
  await app.page.keyboard.press('Alt+ArrowUp');
  await app.page.keyboard.press('Alt+ArrowUp');
}
